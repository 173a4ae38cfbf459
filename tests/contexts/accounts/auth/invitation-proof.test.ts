import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import { invite, newEmail, type Person, password, personOf, signUp } from '../members/people.js';
import { mailsTo, tokenOf, verifySubject } from './account-mails.js';

type Owner = Person & { workspaceId: string };
type Invited = { email: string; invitationId: string; inviteToken: string | null; mailed: boolean };
let mail: MailServer;
let app: TestApp;
/** The same server as it is without a mail server. */
let silent: TestApp;
let owner: Owner;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtp: { url: mail.url } });
  silent = await startTestApp({
    database: app.database,
    jwtSecret: 'one secret for both of these servers, at least 32',
  });
  owner = await signUp(app);
});
afterAll(async () => {
  await silent.stop();
  await app.stop();
  await mail.stop();
});

async function invited(at: TestApp, by: Owner, email = newEmail()): Promise<Invited> {
  const answer = await invite(at, by.workspaceId, by.token, { email, role: 'EDITOR' });
  expect(answer.status).toBe(201);
  return answer.body.data as Invited;
}
async function resent(at: TestApp, by: Owner, { invitationId }: Invited): Promise<Invited> {
  const path = `POST /workspaces/${by.workspaceId}/members/invitations/${invitationId}/resend`;
  return (await at.rest(path, { as: by.token, body: {} })).body.data as Invited;
}
/** The token of the last invitation that was mailed to an address. */
const mailedTo = (email: string) =>
  tokenOf(
    mail.mails
      .filter(({ to, raw }) => to.includes(email) && raw.includes('Subject: Invitation'))
      .map((one) => bodyOf(one))
      .at(-1),
  );
const accept = (token: string | null, as?: string, at = app) =>
  at.rest('POST /auth/accept-invite', { body: { token, ...(as ? {} : { password }) }, ...(as && { as }) });
const verifiedOf = async (as: string) =>
  (await app.graphql<{ me: { emailVerified: boolean } }>('{ me { emailVerified } }', {}, as)).data?.me.emailVerified;
const verificationsOf = (email: string) =>
  mail.mails.filter(({ to, raw }) => to.includes(email) && raw.includes(`Subject: ${verifySubject}`)).length;

describe('an invitation that was only mailed, by the server itself', () => {
  test('verifies the email of who accepts it, and mails no link to verify it', async () => {
    const { email } = await invited(app, owner);
    const joined = await accept(mailedTo(email));
    expect([joined.status, await verifiedOf(personOf(joined).token)]).toEqual([200, true]);
    const later = await signUp(app);
    await mailsTo(mail, later.email, verifySubject);
    expect(verificationsOf(email)).toBe(0);
  });

  test('does so over GraphQL, which says it in the answer', async () => {
    const { email } = await invited(app, owner);
    const { data } = await app.graphql(
      'mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { user { email emailVerified } } }',
      { input: { token: mailedTo(email), password } },
    );
    expect(data).toEqual({ acceptInvite: { user: { email, emailVerified: true } } });
  });

  test.each([
    ['by their session', true],
    ['by their password', false],
  ])('verifies who has an account already and joins %s, and discards nothing', async (_, bySession) => {
    const ana = await signUp(app);
    const key = await app.seed.apiKey(ana, ['*']);
    await invited(app, owner, ana.email);
    const joined = await accept(mailedTo(ana.email), bySession ? ana.token : undefined);
    expect([joined.status, await verifiedOf(ana.token)]).toEqual([200, true]);
    expect((await app.rest(`GET /workspaces/${ana.workspaceId}/flows`, { as: key })).status).toBe(200);
  });

  test('verifies nothing while it is not accepted', async () => {
    const ana = await signUp(app);
    await invited(app, owner, ana.email);
    const wrong = { token: mailedTo(ana.email), password: 'not the password of ana' };
    expect((await app.rest('POST /auth/accept-invite', { body: wrong })).status).toBe(401);
    expect(await verifiedOf(ana.token)).toBe(false);
  });
});

describe('a token that an answer showed', () => {
  test('verifies no email, also if the server has mails meanwhile', async () => {
    const host = await signUp(silent);
    const { email, inviteToken } = await invited(silent, host);
    const joined = await accept(inviteToken);
    expect([joined.status, await verifiedOf(personOf(joined).token)]).toEqual([200, false]);
    await mailsTo(mail, email, verifySubject);
  });

  test('counts for itself alone: one that is only mailed later verifies, one that is shown later does not', async () => {
    const there = { ...owner, token: personOf(await login(owner.email, silent)).token };
    const shown = await invited(silent, there);
    await resent(app, owner, shown);
    expect((await accept(shown.inviteToken)).body.error.code).toBe('INVALID_TOKEN');
    expect(await verifiedOf(personOf(await accept(mailedTo(shown.email))).token)).toBe(true);
    const hidden = await invited(app, owner);
    const { inviteToken } = await resent(silent, there, hidden);
    expect(await verifiedOf(personOf(await accept(inviteToken)).token)).toBe(false);
  });
});

describe('where only the workspace has a mail server', () => {
  test('an invitation is mailed by it, its token is in no answer, and verifies no email', async () => {
    const host = await signUp(silent);
    await ownServer(host, mail.url);
    const made = await invited(silent, host);
    expect(made).toMatchObject({ mailed: true, inviteToken: null });
    expect(await resent(silent, host, made)).toMatchObject({ mailed: true, inviteToken: null });
    // The owners of the workspace may read what their server sends.
    const joined = await accept(mailedTo(made.email), undefined, silent);
    expect([joined.status, await verifiedOf(personOf(await login(made.email)).token)]).toEqual([200, false]);
  });

  test('that refuses, the token is shown to nobody, and other workspaces are answered it as before', async () => {
    const [host, other] = [await signUp(silent), await signUp(silent)];
    await ownServer(host, 'smtp://127.0.0.1:1');
    expect(await invited(silent, host)).toMatchObject({ mailed: false, inviteToken: null });
    expect(await invited(silent, other)).toMatchObject({ mailed: false, inviteToken: expect.any(String) });
  });

  test('the mail server of the server itself goes before it', async () => {
    const host = await signUp(app);
    const at = `POST /workspaces/${host.workspaceId}/flows/secrets`;
    const body = { name: 'SMTP_URL', value: 'smtp://127.0.0.1:1' };
    expect((await app.rest(at, { as: host.token, body })).status).toBe(201);
    const { email, mailed } = await invited(app, host);
    expect([mailed, await verifiedOf(personOf(await accept(mailedTo(email))).token)]).toEqual([true, true]);
  });
});

const login = (email: string, at = app) => at.rest('POST /auth/login', { body: { email, password } });

async function ownServer({ workspaceId, token: as }: Owner, value: string): Promise<void> {
  const body = { name: 'SMTP_URL', value };
  expect((await silent.rest(`POST /workspaces/${workspaceId}/flows/secrets`, { as, body })).status).toBe(201);
}
