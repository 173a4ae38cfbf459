import { expect } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import type { CallOptions, CanaryWatch, WatchedAnswer } from './canary-watch.js';

/** Where the canaries sit: a server, who watches it, and the credentials that a person brings along. */
export interface Stage {
  app: TestApp;
  watch: CanaryWatch;
  email: string;
  password: string;
  otherPassword: string;
}

export interface CanaryPerson {
  accessToken: string;
  cookie: string;
  workspaceId: string;
}

export const credentialKinds = ['accessToken', 'refreshToken'] as const;

/** Reads and plants what an answer with credentials shows. */
function signedIn({ watch }: Stage, { text, headers }: WatchedAnswer): CanaryPerson {
  const { data } = JSON.parse(text);
  const { accessToken, workspaces } = data.accessToken ? data : Object.values<typeof data>(data)[0];
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  watch.plant('accessToken', accessToken, accessToken.split('.')[2]);
  watch.plant('refreshToken', cookie.slice(cookie.indexOf('=') + 1));
  return { accessToken, cookie, workspaceId: workspaces[0]?.id };
}

export async function json(answer: Promise<WatchedAnswer>) {
  const { text } = await answer;
  const { data } = JSON.parse(text);
  if (!data) throw new Error(text);
  return data;
}

export async function logIn(stage: Stage): Promise<CanaryPerson> {
  const { watch, email, password } = stage;
  return signedIn(stage, await watch.call('POST /auth/login', { body: { email, password }, shows: credentialKinds }));
}

export function graphql(
  { watch }: Stage,
  query: string,
  variables: unknown,
  options: CallOptions = {},
): Promise<WatchedAnswer> {
  return watch.call('POST /graphql', { body: { query, variables }, ...options });
}

const register = 'mutation ($input: RegisterInput!) { register(input: $input) { accessToken workspaces { id } } }';
export const loginCanary = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken workspaces { id } } }';

export async function signUpCanary(stage: Stage, email: string): Promise<CanaryPerson> {
  const { watch, password } = stage;
  const body = { email, password, name: 'Canary', workspaceName: 'Mine' };
  return signedIn(stage, await watch.call('POST /auth/register', { body, shows: credentialKinds }));
}

/** Credentials in every way in which they can be wrong, on both surfaces. */
export async function failToSignIn(stage: Stage): Promise<void> {
  const { password, otherPassword } = stage;
  const { call } = stage.watch;
  // Somebody else: too many failures shut a person out for a while.
  const email = 'failing@example.com';
  const { accessToken, cookie, workspaceId } = await signUpCanary(stage, email);
  const wrong: unknown[] = [
    { email, password: `${password}x` },
    { email: 'nobody@example.com', password },
    { email: 'no email', password },
    { password },
    { email: password, password: email },
    { email, password: [password] },
    { email, password: { is: password } },
    { email, password, remember: true },
    { email, password: `${password}\0` },
    { email, password: password.repeat(10) },
  ];
  for (const body of wrong) {
    for (const route of ['login', 'register', 'change-password']) {
      await call(`POST /auth/${route}`, { body, as: route === 'change-password' ? accessToken : undefined });
    }
    for (const mutation of [loginCanary, register]) await graphql(stage, mutation, { input: body });
    await graphql(stage, loginCanary, { input: [body] });
    await graphql(stage, loginCanary, body);
  }
  await call('POST /auth/register', { body: { email, password } });
  await call('POST /auth/change-password', {
    as: accessToken,
    body: { currentPassword: otherPassword, newPassword: password },
  });
  for (const body of [
    `{"email":"${email}","password":"${password}"`,
    `"${password}"`,
    `{"password":"${password}\n"}`,
  ]) {
    await call('POST /auth/login', { body });
    await call('POST /graphql', { body });
    await call('POST /auth/login', { body, headers: { 'content-type': 'text/plain' } });
  }
  for (const as of [`${accessToken}x`, `x${accessToken}`, accessToken.split('.').slice(0, 2).join('.')]) {
    await call('GET /auth/me', { as });
    await call(`GET /workspaces/${workspaceId}/flows`, { as });
    await graphql(stage, '{ me { id } }', {}, { as });
  }
  await call('GET /auth/me', { headers: { authorization: accessToken } });
  await call('GET /auth/me', { headers: { authorization: `Basic ${accessToken}` } });
  await call('POST /auth/refresh', { headers: { cookie: `${cookie}x` } });
  await call(`GET /auth/me?access_token=${accessToken}`);
  await call(`GET /nowhere?access_token=${accessToken}`, { as: accessToken });
}

/** The refresh token in use: swapped, used twice, ended. */
export async function refreshTwice(stage: Stage): Promise<void> {
  const { call } = stage.watch;
  const { cookie } = await logIn(stage);
  signedIn(stage, await call('POST /auth/refresh', { headers: { cookie }, shows: credentialKinds }));
  expect((await call('POST /auth/refresh', { headers: { cookie } })).status).toBe(401);
  const last = await logIn(stage);
  await call('POST /auth/logout', { as: last.accessToken, headers: { cookie: last.cookie } });
}

export async function makeKey({ watch }: Stage, { accessToken, workspaceId }: CanaryPerson): Promise<string> {
  const { call } = watch;
  const keys = `/workspaces/${workspaceId}/api-keys`;
  const body = { name: 'Canary', capabilities: ['*'] };
  const { id, key } = await json(call(`POST ${keys}`, { as: accessToken, body, shows: ['apiKey'] }));
  watch.plant('apiKey', key);
  await call(`GET ${keys}`, { as: accessToken });
  await call(`GET ${keys}`, { as: key });
  await call(`POST ${keys}`, { as: accessToken, body: { ...body, capabilities: [key] } });
  await call(`GET /workspaces/${workspaceId}/flows`, { as: `${key}x` });
  await call('GET /auth/me', { as: key });
  const gone = await json(call(`POST ${keys}`, { as: accessToken, body, shows: ['apiKey'] }));
  watch.plant('apiKey', gone.key);
  await call(`DELETE ${keys}/${gone.id}`, { as: accessToken });
  await call(`GET /workspaces/${workspaceId}/flows`, { as: gone.key });
  expect(id).not.toBe(gone.id);
  return key;
}

export async function inviteCanary(stage: Stage, { accessToken, workspaceId }: CanaryPerson): Promise<void> {
  const { watch, password } = stage;
  const { call } = watch;
  const members = `/workspaces/${workspaceId}/members`;
  const body = { email: 'invited@example.com', role: 'EDITOR' };
  const { inviteToken } = await json(call(`POST ${members}`, { as: accessToken, body, shows: ['inviteToken'] }));
  watch.plant('inviteToken', inviteToken);
  await call(`GET ${members}`, { as: accessToken });
  for (const wrong of [{ token: `${inviteToken}x`, password }, { token: inviteToken }, { token: [inviteToken] }]) {
    await call('POST /auth/accept-invite', { body: wrong });
  }
  signedIn(
    stage,
    await call('POST /auth/accept-invite', { body: { token: inviteToken, password }, shows: credentialKinds }),
  );
  await call('POST /auth/accept-invite', { body: { token: inviteToken, password } });
}
