import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { newEmail, password, signUp } from '../members/people.js';
import { mailedToken, mailsTo, resetSubject } from './account-mails.js';

const newPassword = 'a better horse battery';

let mail: MailServer;
let app: TestApp;
const clock = { ahead: 0 };
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtp: { url: mail.url }, now: () => new Date(Date.now() + clock.ahead) });
});
beforeEach(async () => {
  clock.ahead = 0;
  await app.services.db.pool.query('truncate rate_limits');
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const forgot = (email: string) => app.rest('POST /auth/password/forgot', { body: { email } });
const reset = (token: string, secret = newPassword) =>
  app.rest('POST /auth/password/reset', { body: { token, password: secret } });
const login = async (email: string, secret: string) =>
  (await app.rest('POST /auth/login', { body: { email, password: secret } })).status;
const me = async (as: string) => (await app.rest('GET /auth/me', { as })).status;

async function requestLink(email: string): Promise<string> {
  await forgot(email);
  return mailedToken(mail, email, resetSubject);
}

describe('a forgotten password', () => {
  test('is replaced by a mailed link, which ends all sessions and verifies the email', async () => {
    const ana = await signUp(app);
    expect((await forgot(ana.email.toUpperCase())).body).toEqual({ success: true, data: { accepted: true } });
    const [text = ''] = await mailsTo(mail, ana.email, resetSubject);
    expect(text).toMatch(/\nhttp:\/\/localhost:4000\/reset-password#token=[\w-]{43}\n/);
    expect(text).toContain('for 30 minutes');
    const answer = await reset(await mailedToken(mail, ana.email, resetSubject));
    expect([answer.status, answer.body.data]).toEqual([200, { reset: true }]);
    expect(answer.headers.get('set-cookie')).not.toContain('wa_refresh');
    expect(await me(ana.token)).toBe(401);
    expect([await login(ana.email, password), await login(ana.email, newPassword)]).toEqual([401, 200]);
    const { rows } = await app.services.db.pool.query('select email_verified_at from users where id = $1', [
      ana.userId,
    ]);
    expect(rows[0].email_verified_at).not.toBeNull();
    expect(await mailsTo(mail, ana.email, 'Your password was changed')).toHaveLength(1);
  });

  test('answers alike for an email without a user, and mails nothing to it', async () => {
    const [ana, nobody] = [await signUp(app), newEmail('nobody')];
    const [known, unknown] = [await forgot(ana.email), await forgot(nobody)];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(known.status).toBe(202);
    await mailsTo(mail, ana.email, resetSubject);
    expect(mail.mails.filter(({ to }) => to.includes(nobody))).toEqual([]);
  });

  test('answers before the user is looked up, so that its time shows nothing', async () => {
    const ana = await signUp(app);
    const holder = await app.services.db.pool.connect();
    try {
      await holder.query('begin; lock table users in access exclusive mode');
      // Whatever read the users would wait for the lock.
      expect((await forgot(ana.email)).status).toBe(202);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await mailedToken(mail, ana.email, resetSubject)).toHaveLength(43);
  });

  test('works through GraphQL', async () => {
    const ana = await signUp(app);
    const { data } = await app.graphql(
      'mutation ($input: ForgotPasswordInput!) { forgotPassword(input: $input) { accepted } }',
      {
        input: { email: ana.email },
      },
    );
    expect(data).toEqual({ forgotPassword: { accepted: true } });
    const input = { token: await mailedToken(mail, ana.email, resetSubject), password: newPassword };
    const done = await app.graphql(
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { reset } }',
      {
        input,
      },
    );
    expect(done.data).toEqual({ resetPassword: { reset: true } });
    expect(await login(ana.email, newPassword)).toBe(200);
  });
});

describe('the link', () => {
  test('works once, also of concurrent calls', async () => {
    const ana = await signUp(app);
    const token = await requestLink(ana.email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const again = await reset(token);
    expect([again.status, again.body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });

  test('is valid for 30 minutes and no longer', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    const [early, late] = [await requestLink(ana.email), await requestLink(ben.email)];
    clock.ahead = 29 * 60_000;
    expect((await reset(early)).status).toBe(200);
    clock.ahead = 31 * 60_000;
    expect((await reset(late)).status).toBe(401);
  });

  test('is replaced by a newer one, and ended by a new password', async () => {
    const ana = await signUp(app);
    const first = await requestLink(ana.email);
    await forgot(ana.email);
    const second = await mailedToken(mail, ana.email, resetSubject, 2);
    expect((await reset(first)).status).toBe(401);
    const body = { currentPassword: password, newPassword: 'another horse battery' };
    expect((await app.rest('POST /auth/change-password', { as: ana.token, body })).status).toBe(200);
    expect((await reset(second)).status).toBe(401);
  });

  test('is still valid after a weak password', async () => {
    const ana = await signUp(app);
    const token = await requestLink(ana.email);
    const weak = await reset(token, 'password1');
    expect([weak.status, weak.body.error.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'password', message: expect.stringContaining('must not be easy to guess') })],
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  test('is stored as a hash only, and a wrong one counts by address', async () => {
    const ana = await signUp(app);
    const token = await requestLink(ana.email);
    const { rows } = await app.services.db.pool.query('select * from account_links where user_id = $1', [ana.userId]);
    expect(JSON.stringify(rows)).not.toContain(token);
    await reset('wrong');
    const counted = await app.services.db.pool.query(`select points from rate_limits where key like 'bad-token:%'`);
    expect(counted.rows).toEqual([{ points: 1 }]);
  });

  test('is written to the audit log of the workspaces of the user', async () => {
    const ana = await signUp(app);
    await reset(await requestLink(ana.email));
    const { rows } = await app.services.db.pool.query(
      "select action, user_id, outcome, ip from audit_log where workspace_id = $1 and action <> 'register'",
      [ana.workspaceId],
    );
    expect(rows).toEqual([
      { action: 'resetPassword', user_id: ana.userId, outcome: 'done', ip: expect.stringContaining('127.0.0.1') },
    ]);
  });
});

describe('the mails', () => {
  test('are at most five to one address in 30 minutes, known or not, and the last link outlives them', async () => {
    for (const email of [(await signUp(app)).email, newEmail()]) {
      for (let count = 0; count < 5; count++) expect((await forgot(email)).status).toBe(202);
      const refused = await forgot(email);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60);
    }
    expect((await forgot((await signUp(app)).email)).status).toBe(202);
  });

  test('are refused with the reason on a server without a mail server', async () => {
    const without = await startTestApp();
    try {
      const answer = await without.rest('POST /auth/password/forgot', { body: { email: newEmail() } });
      expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining('SMTP_URL')]);
    } finally {
      await without.stop();
    }
  });
});
