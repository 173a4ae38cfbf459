import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const password = 'correct horse battery';
const newEmail = () => `person${count++}@example.com`;
const register = (body: Record<string, unknown>) => app.rest('POST /auth/register', { body });
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const data = ({ body }: { body: { data: unknown } }) => body.data as Record<string, never>;

describe('the credential routes', () => {
  test('register, log in, refresh and return the caller, in one format', async () => {
    const email = newEmail();
    const registered = await register({ email, password, name: 'Ana', workspaceName: 'Bakery' });
    expect(registered.status).toBe(201);
    const shape = {
      accessToken: expect.any(String),
      expiresIn: 900,
      user: { id: expect.any(String), email, name: 'Ana' },
      workspaces: [{ id: expect.any(String), name: 'Bakery', role: 'OWNER' }],
    };
    expect(registered.body).toEqual({ success: true, data: shape });
    expect(registered.headers.get('set-cookie')).toMatch(
      /^wa_refresh=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );

    const loggedIn = await app.rest('POST /auth/login', { body: { email, password } });
    expect([loggedIn.status, loggedIn.body.data]).toEqual([200, shape]);
    const headers = { cookie: cookieOf(loggedIn.headers) };
    const refreshed = await app.rest('POST /auth/refresh', { headers });
    expect([refreshed.status, refreshed.body.data]).toEqual([200, shape]);
    const me = await app.rest('GET /auth/me', { as: data(refreshed).accessToken });
    const user = { ...shape.user, emailVerified: false, totp: { enabled: false, recoveryCodesLeft: 0 } };
    expect([me.status, me.body.data]).toEqual([200, { user, workspaces: shape.workspaces }]);
  });

  test('log out at once', async () => {
    const registered = await register({ email: newEmail(), password });
    const headers = { cookie: cookieOf(registered.headers) };
    const as = data(registered).accessToken;
    const answer = await app.rest('POST /auth/logout', { headers });
    expect([answer.status, answer.body.data]).toEqual([200, { loggedOut: true, providerLogoutUrl: null }]);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await app.rest('GET /auth/me', { as })).body.error.code).toBe('INVALID_TOKEN');
    expect((await app.rest('POST /auth/refresh', { headers })).status).toBe(401);
  });

  test('list every violation of a body with what is accepted', async () => {
    const { status, body } = await register({ email: 'nonsense', password: 'short', workspaceName: ' ' });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toEqual(
      expect.arrayContaining([
        { field: 'email', message: 'email must be a valid email address, for example ana@example.com.' },
        { field: 'password', message: 'password must have 8 to 200 characters.' },
        { field: 'workspaceName', message: 'workspaceName must have 1 to 120 characters and must not be blank.' },
      ]),
    );
  });

  test('refuse unknown fields by name', async () => {
    const { status, body } = await register({ email: newEmail(), password, isAdmin: true });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toEqual([expect.objectContaining({ message: expect.stringContaining('isAdmin') })]);
  });

  test('answer 409 for a registered email and 401 for a wrong password', async () => {
    const email = newEmail();
    await register({ email, password });
    const again = await register({ email: email.toUpperCase(), password });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    const wrong = await app.rest('POST /auth/login', { body: { email, password: 'wrong password' } });
    const unknown = await app.rest('POST /auth/login', { body: { email: newEmail(), password: 'wrong password' } });
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.body.error.message]).toEqual([401, wrong.body.error.message]);
  });

  test('need no credential and ignore an invalid one', async () => {
    const email = newEmail();
    await register({ email, password });
    const answer = await app.rest('POST /auth/login', { body: { email, password }, as: 'expired-long-ago' });
    expect(answer.status).toBe(200);
  });

  test.each([
    [undefined, 'UNAUTHENTICATED'],
    ['nonsense', 'INVALID_TOKEN'],
    ['wak_nonsense', 'INVALID_TOKEN'],
  ])('answer 401 to %s as a credential', async (as, code) => {
    const { status, body } = await app.rest('GET /auth/me', as ? { as } : {});
    expect([status, body.error.code]).toEqual([401, code]);
  });
});

describe('the credential operations of GraphQL', () => {
  test('set the cookie over HTTP', async () => {
    const query = 'mutation ($input: RegisterInput!) { register(input: $input) { user { email } } }';
    const email = newEmail();
    const { headers, body } = await app.rest('POST /graphql', {
      body: { query, variables: { input: { email, password } } },
    });
    expect(body.data).toEqual({ register: { user: { email } } });
    const refreshed = await app.rest('POST /graphql', {
      body: { query: 'mutation { refresh { user { email } } }' },
      headers: { cookie: cookieOf(headers) },
    });
    expect(refreshed.body.data).toEqual({ refresh: { user: { email } } });
  });

  test('report in process that a refresh requires cookies', async () => {
    const { errors } = await app.graphql('mutation { refresh { accessToken } }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  test('return the caller', async () => {
    const owner = await app.seed.owner();
    const { data: answer } = await app.graphql('{ me { email workspaces { id role } } }', {}, owner.token);
    expect(answer).toEqual({ me: { email: owner.email, workspaces: [{ id: owner.workspaceId, role: 'OWNER' }] } });
  });
});
