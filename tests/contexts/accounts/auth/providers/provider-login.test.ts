import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { disableUser } from '../../../../../src/contexts/accounts/auth/operator-users.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { invite, newEmail, password, signUp } from '../../members/people.js';
import { type Browser, createBrowser } from './browser.js';
import { problemIn, providerOf } from './providers.js';
import { type RealProvider, startRealProvider } from './real-provider.js';

let app: TestApp;
let provider: RealProvider;
let workspaceId: string;
let owner: Awaited<ReturnType<typeof signUp>>;
beforeAll(async () => {
  provider = await startRealProvider({
    redirectUris: ['http://localhost:4000/auth/oidc/company/callback'],
    logoutUris: ['http://localhost:4000/app/signin'],
  });
  app = await startTestApp();
  owner = await signUp(app);
  workspaceId = owner.workspaceId;
  const { issuer, clientId, clientSecret } = provider;
  const rolesClaim = { claim: 'groups', roles: { admins: 'ADMIN', authors: 'EDITOR' } } as const;
  const membership = { workspaceId, role: 'VIEWER', rolesClaim } as const;
  const company = providerOf({ issuer, clientId, clientSecret, domains: ['corp.example'], membership });
  app.services.settings.loginProviders = [company];
});
afterAll(async () => {
  await app.stop();
  await provider.close();
});

let count = 0;
/** A new person at the provider, who sits at the browser. */
function arrive(claims: Record<string, unknown> = {}): { sub: string; email: string } {
  const sub = `person-${++count}`;
  const email = `${sub}@corp.example`;
  provider.people.set(sub, { email, email_verified: true, name: 'Ana Ruiz', ...claims });
  provider.present = sub;
  return { sub, email: (claims.email as string | undefined) ?? email };
}

const logIn = (browser: Browser, query = '') => browser.open(`${app.url}/auth/oidc/company${query}`, /\/app(\/|$)/);
const me = async (browser: Browser) => {
  const { body } = await browser.post('/auth/refresh', {});
  return body.data as unknown as {
    accessToken: string;
    user: { id: string; email: string; name: string };
    workspaces: { id: string; role: string }[];
  };
};

describe('a first login by a provider', () => {
  test('creates a member of the workspace, with a session as a password opens it', async () => {
    const { email } = arrive();
    const browser = createBrowser(app);
    expect((await logIn(browser)).url).toBe(`${app.url}/app/`);
    const { user, workspaces, accessToken } = await me(browser);
    expect(user).toMatchObject({ email, name: 'Ana Ruiz' });
    expect(workspaces).toEqual([expect.objectContaining({ id: workspaceId, role: 'VIEWER' })]);
    const sessions = await app.rest('GET /auth/sessions', { as: accessToken });
    expect(sessions.body.data).toEqual([expect.objectContaining({ providerId: 'company', current: true })]);
    expect((await browser.cookie('wa_refresh'))?.httpOnly).toBe(true);
  });

  test('gives the highest role that the claim names, and the default for unknown values', async () => {
    arrive({ groups: ['authors', 'admins'] });
    const admin = createBrowser(app);
    await logIn(admin);
    expect((await me(admin)).workspaces[0]?.role).toBe('ADMIN');
    arrive({ groups: ['constructor', 'OWNER'] });
    const viewer = createBrowser(app);
    await logIn(viewer);
    expect((await me(viewer)).workspaces[0]?.role).toBe('VIEWER');
  });

  test('is the same account at the next login, whatever the case of the email, and even with another email', async () => {
    const { sub } = arrive({ email: 'Case.Person@CORP.example' });
    const [first, second] = [createBrowser(app), createBrowser(app)];
    await logIn(first);
    const { user } = await me(first);
    expect(user.email).toBe('case.person@corp.example');
    provider.people.set(sub, { email: owner.email, email_verified: true });
    await logIn(second);
    expect((await me(second)).user.id).toBe(user.id);
  });

  test.each([
    ['that is not verified', { email_verified: false }, 'EMAIL_UNVERIFIED'],
    ['that is verified in words', { email_verified: 'true' }, 'EMAIL_UNVERIFIED'],
    ['of a domain that ends like the right one', { email: 'ana@evilcorp.example' }, 'NO_ACCOUNT'],
    ['of a domain below the right one', { email: 'ana@sub.corp.example' }, 'NO_ACCOUNT'],
    ['with two domains', { email: 'ana@evil.example@corp.example' }, 'EMAIL_UNVERIFIED'],
    ['of no domain of the provider', { email: 'ana@other.example' }, 'NO_ACCOUNT'],
  ])('with an email %s creates nothing', async (_, claims, problem) => {
    arrive(claims);
    const browser = createBrowser(app);
    expect(problemIn((await logIn(browser)).url)).toBe(problem);
    expect(await browser.cookie('wa_refresh')).toBeUndefined();
  });

  test('accepts the invitations to the verified email, also of another domain', async () => {
    const email = newEmail();
    await invite(app, workspaceId, owner.token, { email, role: 'EDITOR' });
    arrive({ email });
    const browser = createBrowser(app);
    await logIn(browser);
    expect((await me(browser)).workspaces).toEqual([expect.objectContaining({ id: workspaceId, role: 'EDITOR' })]);
  });

  test('is refused while registration is closed', async () => {
    const { settings } = app.services;
    settings.registration = 'closed';
    arrive();
    expect(problemIn((await logIn(createBrowser(app))).url)).toBe('NO_ACCOUNT');
    settings.registration = 'open';
  });

  test('of two browsers at once creates one account', async () => {
    arrive();
    const browsers = [createBrowser(app), createBrowser(app)];
    await Promise.all(browsers.map((browser) => logIn(browser)));
    const [one, other] = await Promise.all(browsers.map(me));
    expect(one?.user.id).toBe(other?.user.id);
  });

  test('that the person leaves at the provider says so', async () => {
    provider.present = null;
    expect(problemIn((await logIn(createBrowser(app))).url)).toBe('PROVIDER_DENIED');
  });
});

describe('a member who logs in by a provider', () => {
  test('and was removed from the workspace is not added again', async () => {
    arrive();
    const browser = createBrowser(app);
    await logIn(browser);
    const { user } = await me(browser);
    const removed = await app.rest(`DELETE /workspaces/${workspaceId}/members/${user.id}`, { as: owner.token });
    expect(removed.status).toBe(200);
    const again = createBrowser(app);
    await logIn(again);
    expect((await me(again)).workspaces).toEqual([]);
  });

  test('and was disabled is refused', async () => {
    const { email } = arrive();
    await logIn(createBrowser(app));
    await disableUser(app.services.db.pool, email, new Date());
    expect(problemIn((await logIn(createBrowser(app))).url)).toBe('ACCOUNT_DISABLED');
  });

  test('has no password that matches', async () => {
    const { email } = arrive();
    await logIn(createBrowser(app));
    for (const guess of ['        ', 'null null null', password]) {
      expect((await app.rest('POST /auth/login', { body: { email, password: guess } })).status).toBe(401);
    }
  });

  test('logs out at the provider, too', async () => {
    arrive();
    const browser = createBrowser(app);
    await logIn(browser);
    const { accessToken } = await me(browser);
    const { body } = await browser.post('/auth/logout', {}, accessToken);
    const { providerLogoutUrl } = body.data as unknown as { providerLogoutUrl: string };
    const url = new URL(providerLogoutUrl);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:4000/app/signin');
    const shown = await browser.open(url.href);
    expect({ status: shown.status, isAsked: shown.text.includes('op.logoutForm') }).toEqual({
      status: 200,
      isAsked: true,
    });
  });

  test('returns to the page of the dashboard that asked for the login', async () => {
    arrive();
    const path = `/w/${workspaceId}/flows?search=a b#x`;
    const { url } = await logIn(createBrowser(app), `?returnTo=${encodeURIComponent(path)}`);
    expect(url).toBe(`${app.url}/app/w/${workspaceId}/flows?search=a%20b#x`);
  });

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/../auth/logout',
    '/%2e%2e/graphql',
    '/..%2fgraphql',
    '/./../../evil',
    '@evil.example',
    '.evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('never returns to another site or part of it: %s', async (returnTo) => {
    arrive();
    const { url } = await logIn(createBrowser(app), `?returnTo=${encodeURIComponent(returnTo)}`);
    expect(url).toBe(`${app.url}/app/`);
  });
});

test('logins by a provider are in the audit log of the workspace', async () => {
  const { email } = arrive();
  const browser = createBrowser(app);
  await logIn(browser);
  const { user } = await me(browser);
  const { body } = await app.rest(`GET /workspaces/${workspaceId}/audit-log?limit=100`, { as: owner.token });
  const entries = body.data as unknown as { action: string; userId: string | null; outcome: string }[];
  expect({ email, found: entries.find((one) => one.userId === user.id) }).toMatchObject({
    found: { action: 'loginWithProvider', outcome: 'done' },
  });
});

test('where logins with a password are off, only providers log in, and the list of providers says so', async () => {
  const { settings } = app.services;
  settings.passwordLogin = false;
  const options = await app.rest('GET /auth/providers');
  expect(options.body.data).toEqual({ passwordLogin: false, providers: [{ id: 'company', name: 'Company' }] });
  const { email } = owner;
  const tries: [string, object][] = [
    ['POST /auth/login', { email, password }],
    ['POST /auth/register', { email: newEmail(), password }],
    ['POST /auth/password/forgot', { email }],
    ['POST /auth/password/reset', { token: 'x', password }],
    ['POST /auth/login/totp', { challengeToken: 'x', code: '123456' }],
  ];
  for (const [call, body] of tries) expect([call, (await app.rest(call, { body })).status]).toEqual([call, 403]);
  arrive();
  const browser = createBrowser(app);
  await logIn(browser);
  expect((await me(browser)).workspaces).toHaveLength(1);
  settings.passwordLogin = true;
});
