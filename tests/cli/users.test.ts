import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serverChain } from '../../src/contexts/accounts/audit/index.js';
import { newEmail, password, signUp } from '../contexts/accounts/members/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/cli.js';

const newPassword = 'a better horse battery';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** The command, on the database of the running server. */
const users = (...args: string[]) =>
  runCli(['users', ...args], { DATABASE_URL: app.database.url, PUBLIC_URL: app.url });

describe('users', () => {
  test('reset-password prints a link with which the user sets a new password, once', async () => {
    const ana = await signUp(app);
    const { stdout, stderr } = await users('reset-password', ana.email.toUpperCase());
    expect(stderr).toBe('');
    const [link = ''] = stdout.split('\n');
    expect((await fetch(link)).status).toBe(200);
    const body = { token: link.split('#token=')[1], password: newPassword };
    expect((await app.rest('POST /auth/password/reset', { body })).status).toBe(200);
    expect((await app.rest('POST /auth/password/reset', { body })).status).toBe(401);
    const login = { email: ana.email, password: newPassword };
    expect((await app.rest('POST /auth/login', { body: login })).status).toBe(200);
  });

  test('login-link prints a link that logs the user in to the dashboard', async () => {
    const ana = await signUp(app);
    const [link = ''] = (await users('login-link', ana.email)).stdout.split('\n');
    const body = { token: link.split('#token=')[1] };
    expect((await app.rest('POST /auth/login/link', { body })).body.data).toMatchObject({ user: { email: ana.email } });
    expect((await users('login-link', newEmail('none'))).stderr).toContain('not found');
  });

  test('verify-email and disable-totp help users of a server without email', async () => {
    const ana = await signUp(app);
    expect((await users('disable-totp', ana.email)).stderr).toBe(`${ana.email} has no authenticator app.\n`);
    await app.services.db.pool.query(
      'insert into totp_factors (user_id, secret, created_at, confirmed_at) values ($1, $2, now(), now())',
      [ana.userId, 'unreadable'],
    );
    const login = () => app.rest('POST /auth/login', { body: { email: ana.email, password } });
    expect((await login()).body.error.code).toBe('TOTP_REQUIRED');
    expect((await users('disable-totp', ana.email)).stdout).toContain('can log in with the password alone');
    expect((await login()).status).toBe(200);
    expect((await users('verify-email', ana.email)).stdout).toBe(`${ana.email} is verified.\n`);
    const me = await app.rest('GET /auth/me', { as: ana.token });
    expect(me.body.data).toMatchObject({ user: { emailVerified: true } });
  });

  test('change-email gives a user another email that no user has', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    const email = newEmail('new');
    expect((await users('change-email', ana.email, ben.email)).stderr).toContain('already exists');
    expect((await users('change-email', ana.email, 'none')).stderr).toBe('none is not an email address.\n');
    expect((await users('change-email', ana.email, email)).stdout).toContain(email);
    const me = await app.rest('GET /auth/me', { as: ana.token });
    expect(me.body.data).toMatchObject({ user: { email, emailVerified: true } });
  });

  test('leaves an entry of the operator in the audit log of the server, and none for what failed', async () => {
    const ana = await signUp(app);
    await users('verify-email', ana.email);
    await users('reset-password', ana.email);
    await users('disable-totp', ana.email);
    const { rows } = await app.services.db.pool.query(
      'select workspace_id, action, actor_kind, outcome from audit_log where target_id = $1 and actor_kind = $2 order by position',
      [ana.userId, 'operator'],
    );
    const entry = { workspace_id: serverChain, actor_kind: 'operator', outcome: 'done' };
    expect(rows).toEqual([
      { ...entry, action: 'verifyEmail' },
      { ...entry, action: 'createResetLink' },
    ]);
  });

  test('reports an email that no user has', async () => {
    const email = newEmail();
    expect((await users('reset-password', email)).stderr).toBe(
      `User ${email} not found. Give the email with which the user logs in.\n`,
    );
  });
});
