import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { newEmail, password } from '../members/people.js';

let app: TestApp;
let email: string;
let here: SignedIn;
let elsewhere: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  email = newEmail();
  here = read(await app.rest('POST /auth/register', { body: { email, password } }));
  elsewhere = read(await app.rest('POST /auth/login', { body: { email, password } }));
});
afterAll(() => app.stop());

type SignedIn = { token: string; cookie: string };
const read = ({ headers, body }: Awaited<ReturnType<TestApp['rest']>>): SignedIn => ({
  token: (body.data as { accessToken: string }).accessToken,
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
});
const newPassword = 'a better horse battery';
const change = (as: string, body: object = { currentPassword: password, newPassword }) =>
  app.rest('POST /auth/change-password', { as, body });
const me = async (as: string) => (await app.rest('GET /auth/me', { as })).status;
const refresh = async (cookie: string) => (await app.rest('POST /auth/refresh', { headers: { cookie } })).status;
const login = async (secret: string) =>
  (await app.rest('POST /auth/login', { body: { email, password: secret } })).status;

describe('changing the password', () => {
  test('ends every session at once and opens a new one for the caller', async () => {
    const answer = await change(here.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ user: { email }, expiresIn: 900, workspaces: [{ role: 'OWNER' }] });
    expect([await me(here.token), await me(elsewhere.token)]).toEqual([401, 401]);
    expect([await refresh(here.cookie), await refresh(elsewhere.cookie)]).toEqual([401, 401]);
    const fresh = read(answer);
    expect([await me(fresh.token), await refresh(fresh.cookie)]).toEqual([200, 200]);
  });

  test('makes the new password the only one', async () => {
    await change(here.token);
    expect([await login(password), await login(newPassword)]).toEqual([401, 200]);
  });

  test('requires the current password and changes nothing without it', async () => {
    const { status, body } = await change(here.token, { currentPassword: 'a wrong password', newPassword });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toEqual([
      { field: 'currentPassword', rule: 'PASSWORD_WRONG', message: 'currentPassword must be your current password.' },
    ]);
    expect([await me(elsewhere.token), await login(password)]).toEqual([200, 200]);
  });

  test('counts wrong guesses as failed logins, and limits them', async () => {
    const attempt = { currentPassword: 'a wrong password', newPassword };
    for (let round = 0; round < 10; round++) expect((await change(here.token, attempt)).status).toBe(400);
    const answer = await change(here.token, { currentPassword: password, newPassword });
    expect([answer.status, answer.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await login(password)).toBe(429);
  });

  test('lists every broken rule of the input', async () => {
    const { body } = await change(here.token, { currentPassword: 'short', newPassword: 'x'.repeat(201) });
    expect(body.error.details).toEqual([
      { field: 'currentPassword', message: 'currentPassword must have 8 to 200 characters.' },
      { field: 'newPassword', message: 'newPassword must have 8 to 200 characters.' },
    ]);
  });

  test('requires a session', async () => {
    const key = await app.seed.apiKey(await app.seed.owner());
    expect((await change(key)).body.error.code).toBe('SESSION_REQUIRED');
    expect((await change('')).body.error.code).toBe('UNAUTHENTICATED');
  });

  test('succeeds once of concurrent calls, and leaves one session', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(here.token)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(await me(read(done[0] as (typeof answers)[0]).token)).toBe(200);
    const { rows } = await app.services.db.pool.query(
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1 and s.ended_at is null',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test('works through GraphQL', async () => {
    const { data } = await app.graphql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { email } } }',
      { input: { currentPassword: password, newPassword } },
      here.token,
    );
    expect(data).toEqual({ changePassword: { user: { email } } });
    expect(await me(here.token)).toBe(401);
  });
});

describe('logging out everywhere', () => {
  test('ends every session at once, with its access tokens and cookies', async () => {
    const answer = await app.rest('POST /auth/logout-all', { as: here.token });
    expect([answer.status, answer.body.data]).toEqual([200, { loggedOut: true }]);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect([await me(here.token), await me(elsewhere.token)]).toEqual([401, 401]);
    expect([await refresh(here.cookie), await refresh(elsewhere.cookie)]).toEqual([401, 401]);
    expect(await login(password)).toBe(200);
  });

  test('keeps sessions of other users and API keys', async () => {
    const owner = await app.seed.owner();
    const key = await app.seed.apiKey(owner);
    const { data } = await app.graphql('mutation { logoutAll { loggedOut } }', {}, owner.token);
    expect(data).toEqual({ logoutAll: { loggedOut: true } });
    expect([await me(here.token), await me(key), await me(owner.token)]).toEqual([200, 200, 401]);
  });

  test('requires a session', async () => {
    const key = await app.seed.apiKey(await app.seed.owner());
    expect((await app.rest('POST /auth/logout-all', { as: key })).body.error.code).toBe('SESSION_REQUIRED');
    expect((await app.rest('POST /auth/logout-all')).body.error.code).toBe('UNAUTHENTICATED');
  });
});
