import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TOTP, URI } from 'otpauth';
import { createLoginLink, disableUser } from '../../../../src/contexts/accounts/auth/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { addMember, invite, type Person, password, signUp } from '../members/people.js';

let app: TestApp;
const clock = { now: new Date('2026-11-21T09:00:00.000Z') };
beforeAll(async () => {
  app = await startTestApp({ now: () => clock.now });
});
beforeEach(() => app.services.db.pool.query('truncate rate_limits'));
afterAll(() => app.stop());

const pass = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};
/** What the authenticator app shows. */
const codeOf = (uri: string) => (URI.parse(uri) as TOTP).generate({ timestamp: clock.now.getTime() });
const post = (path: string, body: object, as?: string) => app.rest(`POST ${path}`, { body, ...(as && { as }) });
const login = (email: string) => post('/auth/login', { email, password });
const errorOf = ({ status, body }: Awaited<ReturnType<typeof login>>) => [status, body.error?.code];

async function challengeOf(email: string): Promise<string> {
  const { body } = await login(email);
  const [detail] = (body.error.details ?? []) as { challengeToken?: string }[];
  return detail?.challengeToken ?? '';
}

async function secondStep(email: string, code: string) {
  return post('/auth/login/totp', { challengeToken: await challengeOf(email), code });
}

interface Enabled extends Person {
  workspaceId: string;
  uri: string;
  recoveryCodes: string[];
}

/** A user with an authenticator app, one step later: its current code was not used yet. */
async function withApp(): Promise<Enabled> {
  const person = await signUp(app);
  const enrolled = await post('/auth/totp', { password }, person.token);
  const { uri } = enrolled.body.data as { uri: string };
  const confirmed = await post('/auth/totp/confirm', { password, code: codeOf(uri) }, person.token);
  pass(30);
  return { ...person, uri, ...(confirmed.body.data as { recoveryCodes: string[] }) };
}

describe('an authenticator app', () => {
  test('is enrolled with an otpauth URI and enabled by a code', async () => {
    const ana = await signUp(app);
    const enrolled = await post('/auth/totp', { password }, ana.token);
    expect(enrolled.status).toBe(201);
    const { secret, uri } = enrolled.body.data as { secret: string; uri: string };
    expect(uri).toMatch(/^otpauth:\/\/totp\/Workspace%20Automation/);
    expect(URI.parse(uri)).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 });
    expect(uri).toContain(`secret=${secret}`);
    // Not required before it is confirmed.
    expect((await login(ana.email)).status).toBe(200);
    const wrong = await post('/auth/totp/confirm', { password, code: '000000' }, ana.token);
    expect([wrong.status, wrong.body.error.details?.[0]?.field]).toEqual([400, 'code']);
    const confirmed = await post('/auth/totp/confirm', { password, code: codeOf(uri) }, ana.token);
    const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/.test(code))).toBe(true);
    const me = (await app.rest('GET /auth/me', { as: ana.token })).body.data as { user: object };
    expect(me.user).toMatchObject({ totp: { enabled: true, recoveryCodesLeft: 10 } });
  });

  test('is set up and removed with the password only', async () => {
    const ana = await withApp();
    for (const [path, body] of [
      ['/auth/totp', {}],
      ['/auth/totp/confirm', { code: '123456' }],
      ['/auth/totp/disable', {}],
      ['/auth/totp/recovery-codes', {}],
    ] as const) {
      const answer = await post(path, { ...body, password: 'not the password' }, ana.token);
      expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([400, 'password']);
    }
    const key = await app.seed.apiKey(ana);
    expect(errorOf(await post('/auth/totp', { password }, key))).toEqual([403, 'SESSION_REQUIRED']);
  });

  test('is replaced only after it is disabled, from which on logins need no code', async () => {
    const ana = await withApp();
    expect(errorOf(await post('/auth/totp', { password }, ana.token))).toEqual([409, 'CONFLICT']);
    expect((await post('/auth/totp/disable', { password }, ana.token)).body.data).toEqual({ disabled: true });
    expect((await login(ana.email)).status).toBe(200);
    const { rows } = await app.services.db.pool.query('select 1 from recovery_codes where user_id = $1', [ana.userId]);
    expect(rows).toEqual([]);
    expect((await post('/auth/totp', { password }, ana.token)).status).toBe(201);
    expect(errorOf(await post('/auth/totp/recovery-codes', { password }, ana.token))).toEqual([409, 'CONFLICT']);
  });

  test('has its secret encrypted, bound to its user, and its recovery codes hashed', async () => {
    const [ana, ben] = [await withApp(), await withApp()];
    const { pool } = app.services.db;
    const { rows } = await pool.query('select * from totp_factors f join recovery_codes using (user_id)');
    const stored = JSON.stringify(rows);
    for (const secret of [new URL(ana.uri).searchParams.get('secret') as string, ana.recoveryCodes[0] as string]) {
      expect(stored).not.toContain(secret);
    }
    await pool.query(
      'update totp_factors set secret = (select secret from totp_factors where user_id = $1) where user_id = $2',
      [ana.userId, ben.userId],
    );
    expect((await secondStep(ben.email, codeOf(ana.uri))).status).toBe(503);
  });
});

describe('a link of the operator', () => {
  const open = (link: string) => post('/auth/login/link', { token: link.split('#token=')[1] });
  const linkFor = async ({ email }: Person) =>
    (await createLoginLink(app.services.db.pool, email, 'http://server.test', clock.now)).link;

  test('logs a user in to the dashboard, once, and is replaced by the next one', async () => {
    const ana = await signUp(app);
    const [former, link] = [await linkFor(ana), await linkFor(ana)];
    expect(link).toMatch(/^http:\/\/server\.test\/app\/open#token=[\w-]{43}$/);
    expect(errorOf(await open(former))).toEqual([401, 'INVALID_TOKEN']);
    const answer = await open(link);
    expect(answer.body.data).toMatchObject({ user: { email: ana.email } });
    expect(answer.headers.get('set-cookie')).toContain('wa_refresh=');
    expect(errorOf(await open(link))).toEqual([401, 'INVALID_TOKEN']);
  });

  test('expires after an hour, and sets no password', async () => {
    const ana = await signUp(app);
    const link = await linkFor(ana);
    const body = { token: link.split('#token=')[1], password: 'a better horse battery' };
    expect(errorOf(await post('/auth/password/reset', body))).toEqual([401, 'INVALID_TOKEN']);
    pass(60 * 60);
    expect(errorOf(await open(link))).toEqual([401, 'INVALID_TOKEN']);
  });

  test('logs in neither a disabled user, nor one with an authenticator app without a code', async () => {
    const [ana, ben] = [await signUp(app), await withApp()];
    const link = await linkFor(ana);
    await disableUser(app.services.db.pool, ana.email, clock.now);
    expect(errorOf(await open(link))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await open(await linkFor(ben)))).toEqual([401, 'TOTP_REQUIRED']);
  });
});

describe('a login with an authenticator app', () => {
  test('answers 401 to the right password, and opens the session by a code', async () => {
    const ana = await withApp();
    const first = await login(ana.email);
    expect(errorOf(first)).toEqual([401, 'TOTP_REQUIRED']);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(first.body.error.details).toEqual([
      { field: 'code', message: 'code is required.', challengeToken: expect.any(String), expiresIn: 300 },
    ]);
    const answer = await secondStep(ana.email, codeOf(ana.uri));
    expect([answer.status, answer.body.data]).toMatchObject([200, { user: { email: ana.email }, expiresIn: 900 }]);
    expect(answer.headers.get('set-cookie')).toContain('wa_refresh=');
    const wrong = await post('/auth/login', { email: ana.email, password: 'wrong password' });
    expect(errorOf(wrong)).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('refuses a wrong code, an old one, and one that was used', async () => {
    const ana = await withApp();
    const code = codeOf(ana.uri);
    const wrong = code === '123456' ? '654321' : '123456';
    expect(errorOf(await secondStep(ana.email, wrong))).toEqual([401, 'TOTP_INVALID']);
    expect((await secondStep(ana.email, code)).status).toBe(200);
    expect(errorOf(await secondStep(ana.email, code))).toEqual([401, 'TOTP_INVALID']);
    pass(60);
    const old = codeOf(ana.uri);
    pass(90);
    expect(errorOf(await secondStep(ana.email, old))).toEqual([401, 'TOTP_INVALID']);
  });

  test('accepts the codes of a clock that is half a minute off', async () => {
    const ana = await withApp();
    pass(120);
    const slow = codeOf(ana.uri);
    pass(30);
    expect((await secondStep(ana.email, slow)).status).toBe(200);
  });

  test('accepts a code once of concurrent logins', async () => {
    const ana = await withApp();
    const challengeToken = await challengeOf(ana.email);
    const code = codeOf(ana.uri);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('/auth/login/totp', { challengeToken, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('accepts each recovery code once, in any form', async () => {
    const ana = await withApp();
    const [first = '', second = ''] = ana.recoveryCodes;
    expect((await secondStep(ana.email, first)).status).toBe(200);
    expect(errorOf(await secondStep(ana.email, first))).toEqual([401, 'TOTP_INVALID']);
    expect((await secondStep(ana.email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const renewed = await post('/auth/totp/recovery-codes', { password }, ana.token);
    const { recoveryCodes } = renewed.body.data as { recoveryCodes: string[] };
    expect((await secondStep(ana.email, ana.recoveryCodes[2] as string)).status).toBe(401);
    expect((await secondStep(ana.email, recoveryCodes[0] as string)).status).toBe(200);
  });

  test('limits wrong codes, of all addresses together too', async () => {
    const ana = await withApp();
    const challengeToken = await challengeOf(ana.email);
    for (let count = 0; count < 10; count++) {
      expect((await post('/auth/login/totp', { challengeToken, code: `wrong-${count}` })).status).toBe(401);
    }
    const answer = await post('/auth/login/totp', { challengeToken, code: codeOf(ana.uri) });
    expect(errorOf(answer)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('refuses a challenge that is forged, too old, or from before a new password', async () => {
    const ana = await withApp();
    const challengeToken = await challengeOf(ana.email);
    const forged = { challengeToken: `${challengeToken}x`, code: codeOf(ana.uri) };
    expect(errorOf(await post('/auth/login/totp', forged))).toEqual([401, 'INVALID_TOKEN']);
    pass(301);
    expect(errorOf(await post('/auth/login/totp', { challengeToken, code: codeOf(ana.uri) }))).toEqual([
      401,
      'INVALID_TOKEN',
    ]);
    const fresh = await challengeOf(ana.email);
    const relogged = await secondStep(ana.email, codeOf(ana.uri));
    const { accessToken } = relogged.body.data as { accessToken: string };
    const change = { currentPassword: password, newPassword: 'a better horse battery' };
    expect((await post('/auth/change-password', change, accessToken)).status).toBe(200);
    pass(30);
    expect(errorOf(await post('/auth/login/totp', { challengeToken: fresh, code: codeOf(ana.uri) }))).toEqual([
      401,
      'INVALID_TOKEN',
    ]);
  });

  test('is not avoided by accepting an invitation with the password', async () => {
    const [owner, ana] = [await signUp(app), await withApp()];
    const invited = await invite(app, owner.workspaceId, owner.token, { email: ana.email, role: 'VIEWER' });
    const { inviteToken: token } = invited.body.data as { inviteToken: string };
    expect(errorOf(await post('/auth/accept-invite', { token, password }))).toEqual([401, 'TOTP_REQUIRED']);
    const { accessToken } = (await secondStep(ana.email, codeOf(ana.uri))).body.data as { accessToken: string };
    expect((await post('/auth/accept-invite', { token }, accessToken)).status).toBe(200);
    await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
  });

  test('works through GraphQL, where the challenge is in the extensions', async () => {
    const ana = await withApp();
    const first = await app.graphql('mutation ($input: LoginInput!) { login(input: $input) { expiresIn } }', {
      input: { email: ana.email, password },
    });
    const [error] = first.errors ?? [];
    expect(error?.extensions.code).toBe('TOTP_REQUIRED');
    const details = error?.extensions.details as { challengeToken: string }[];
    const input = { challengeToken: details[0]?.challengeToken, code: codeOf(ana.uri) };
    const { data } = await app.graphql(
      'mutation ($input: LoginTotpInput!) { loginTotp(input: $input) { user { email } } }',
      {
        input,
      },
    );
    expect(data).toEqual({ loginTotp: { user: { email: ana.email } } });
  });
});
