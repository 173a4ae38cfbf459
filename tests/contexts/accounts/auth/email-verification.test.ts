import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { addMember, invite, newEmail, password, signUp } from '../members/people.js';
import { mailedToken, mailsTo, resetSubject, verifySubject } from './account-mails.js';

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtp: { url: mail.url } });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const verify = (token: string) => app.rest('POST /auth/email/verify', { body: { token, password } });
const userOf = async (as: string, at = app) =>
  ((await at.rest('GET /auth/me', { as })).body.data as { user: Record<string, unknown> }).user;

describe('verifying an email', () => {
  test('is done by the link that is mailed at registration, once', async () => {
    const ana = await signUp(app);
    expect(await userOf(ana.token)).toMatchObject({ emailVerified: false });
    const token = await mailedToken(mail, ana.email, verifySubject);
    const answer = await verify(token);
    expect([answer.status, answer.body.data]).toEqual([200, { email: ana.email }]);
    expect(await userOf(ana.token)).toMatchObject({ emailVerified: true });
    expect((await verify(token)).body.error.code).toBe('INVALID_TOKEN');
  });

  test('is offered to invited users too, whose invitation others may have read', async () => {
    const owner = await signUp(app);
    const carl = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    expect(await userOf(carl.token)).toMatchObject({ emailVerified: false });
    await verify(await mailedToken(mail, carl.email, verifySubject));
    const { data } = await app.graphql('{ me { emailVerified } }', {}, carl.token);
    expect(data).toEqual({ me: { emailVerified: true } });
  });

  test('can be requested again, until it is done', async () => {
    const ana = await signUp(app);
    const first = await mailedToken(mail, ana.email, verifySubject);
    const again = await app.rest('POST /auth/email/send-verification', { as: ana.token });
    expect([again.status, again.body.data]).toEqual([202, { accepted: true }]);
    const second = await mailedToken(mail, ana.email, verifySubject, 2);
    expect((await verify(first)).status).toBe(401);
    expect((await verify(second)).status).toBe(200);
    const refused = await app.rest('POST /auth/email/send-verification', { as: ana.token });
    expect(refused.body.error.code).toBe('CONFLICT');
  });

  test('cannot be done by a link for another purpose', async () => {
    const ana = await signUp(app);
    await app.rest('POST /auth/password/forgot', { body: { email: ana.email } });
    expect((await verify(await mailedToken(mail, ana.email, resetSubject))).status).toBe(401);
    const body = { token: await mailedToken(mail, ana.email, verifySubject), password: 'a better horse battery' };
    expect((await app.rest('POST /auth/password/reset', { body })).status).toBe(401);
  });

  test('is not asked of users whom the server creates itself', async () => {
    const { email } = await app.seed.owner();
    await signUp(app).then((ana) => mailsTo(mail, ana.email, verifySubject));
    expect(mail.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('a server that requires verified emails', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ smtp: { url: mail.url }, emailVerification: 'required' });
  });
  afterAll(() => strict.stop());

  test('lets users log in, but work in workspaces only afterwards, with API keys too', async () => {
    const ana = await signUp(strict);
    const path = `GET /workspaces/${ana.workspaceId}/flows`;
    const refused = await strict.rest(path, { as: ana.token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect(refused.body.error.message).toContain('POST /auth/email/send-verification');
    const keyCall = `POST /workspaces/${ana.workspaceId}/api-keys`;
    const body = { name: 'CI', capabilities: ['*'] };
    expect((await strict.rest(keyCall, { as: ana.token, body })).status).toBe(403);
    expect((await strict.rest('POST /auth/login', { body: { email: ana.email, password } })).status).toBe(200);

    const token = await mailedToken(mail, ana.email, verifySubject);
    expect((await strict.rest('POST /auth/email/verify', { body: { token, password } })).status).toBe(200);
    expect((await strict.rest(path, { as: ana.token })).status).toBe(200);
    const created = await strict.rest(keyCall, { as: ana.token, body });
    const { key } = created.body.data as { key: string };
    expect((await strict.rest(path, { as: key })).status).toBe(200);
    await strict.services.db.pool.query('update users set email_verified_at = null where id = $1', [ana.userId]);
    expect((await strict.rest(path, { as: key })).body.error.code).toBe('EMAIL_NOT_VERIFIED');
  });

  test('still answers 404 for workspaces of others', async () => {
    const [ana, ben] = [await signUp(strict), await signUp(strict)];
    expect((await strict.rest(`GET /workspaces/${ben.workspaceId}/flows`, { as: ana.token })).status).toBe(404);
  });
});

describe('changing the email', () => {
  const change = (as: string, email: string, secret = password, at = app) =>
    at.rest('POST /auth/email/change', { as, body: { email, password: secret } });
  const subject = 'Verify your new email address';

  test('takes effect when the new address is verified, and the former one is notified', async () => {
    const ana = await signUp(app);
    const email = newEmail('new');
    const answer = await change(ana.token, email.toUpperCase());
    expect([answer.status, answer.body.data]).toEqual([202, { email: ana.email, pendingEmail: email }]);
    expect(await userOf(ana.token)).toMatchObject({ email: ana.email });
    expect((await verify(await mailedToken(mail, email, subject))).body.data).toEqual({ email });
    expect(await userOf(ana.token)).toMatchObject({ email, emailVerified: true });
    expect(await mailsTo(mail, ana.email, 'Your email address was changed')).toHaveLength(1);
    const login = (address: string) => app.rest('POST /auth/login', { body: { email: address, password } });
    expect([(await login(ana.email)).status, (await login(email)).status]).toEqual([401, 200]);
  });

  test('makes links invalid that were mailed to the former address', async () => {
    const ana = await signUp(app);
    await app.rest('POST /auth/password/forgot', { body: { email: ana.email } });
    const token = await mailedToken(mail, ana.email, resetSubject);
    const email = newEmail('new');
    await change(ana.token, email);
    await verify(await mailedToken(mail, email, subject));
    const body = { token, password: 'a better horse battery' };
    expect((await app.rest('POST /auth/password/reset', { body })).status).toBe(401);
  });

  test('requires the password, and another email that no user has', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    const wrong = await change(ana.token, newEmail(), 'not the password');
    expect([wrong.status, wrong.body.error.details]).toEqual([
      400,
      [{ field: 'password', rule: 'PASSWORD_WRONG', message: 'password must be your current password.' }],
    ]);
    expect((await change(ana.token, ana.email)).body.error.details?.[0]?.field).toBe('email');
    expect((await change(ana.token, ben.email)).body.error.code).toBe('CONFLICT');
  });

  test('gives an email to one of two users who claim it', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)];
    const email = newEmail('shared');
    await change(ana.token, email);
    await change(ben.token, email);
    await mailsTo(mail, email, subject, 2);
    const tokens = (await mailsTo(mail, email, subject, 2)).map((text) => /#token=(\S+)/.exec(text)?.[1] ?? '');
    const statuses = (await Promise.all(tokens.map(verify))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test('is left to the operator on a server that sends no email, where no address can be verified', async () => {
    const without = await startTestApp();
    try {
      const ana = await signUp(without);
      const { status, body } = await change(ana.token, newEmail('new'), password, without);
      expect([status, body.error.message]).toEqual([403, expect.stringContaining('workspace-automation user')]);
      expect(await userOf(ana.token, without)).toMatchObject({ email: ana.email });
    } finally {
      await without.stop();
    }
  });
});

describe('changing the name', () => {
  test('changes it everywhere', async () => {
    const ana = await signUp(app);
    const answer = await app.rest('PATCH /auth/me', { as: ana.token, body: { name: 'Ana María' } });
    expect(answer.body.data).toEqual({
      user: { id: ana.userId, email: ana.email, name: 'Ana María', emailVerified: false },
    });
    expect(await userOf(ana.token)).toMatchObject({ name: 'Ana María' });
    const blank = await app.rest('PATCH /auth/me', { as: ana.token, body: { name: '  ' } });
    expect(blank.body.error.details?.[0]?.field).toBe('name');
  });

  test('requires a session', async () => {
    const owner = await signUp(app);
    const key = await app.seed.apiKey({ ...owner });
    const answer = await app.rest('PATCH /auth/me', { as: key, body: { name: 'Robot' } });
    expect(answer.body.error.code).toBe('SESSION_REQUIRED');
    expect((await invite(app, owner.workspaceId, key, { role: 'VIEWER' })).status).toBe(403);
  });
});
