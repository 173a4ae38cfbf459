import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import { invite, newEmail, password } from './people.js';

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtp: { url: mail.url, from: 'Flows <flows@example.com>' } });
});
afterEach(() => {
  mail.mails.length = 0;
  mail.refuse = () => null;
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

type Invited = { email: string; inviteToken: string | null; invitationId: string; mailed: boolean };
/** Users who join get mails, too. */
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
const dataOf = ({ body }: { body: { data: unknown } }) => body.data as Invited;

describe('an invitation', () => {
  test('is mailed with a link whose token can be accepted', async () => {
    const owner = await app.seed.owner();
    const email = newEmail();
    const invited = dataOf(await invite(app, owner.workspaceId, owner.token, { email, role: 'EDITOR' }));
    expect(invited).toMatchObject({ mailed: true, inviteToken: null });
    const [sent] = mailsTo(email);
    expect(sent).toMatchObject({ from: 'flows@example.com', to: [email] });
    expect(bodyOf(sent as never)).toContain(owner.email);
    const token = /\nhttp:\/\/localhost:4000\/accept-invite#token=(\S+)\n/.exec(bodyOf(sent as never))?.[1];
    const joined = await app.rest('POST /auth/accept-invite', { body: { token, password } });
    expect(joined.status).toBe(200);
  });

  test('is mailed again when it is resent, with its new token', async () => {
    const owner = await app.seed.owner();
    const { invitationId, email } = dataOf(await invite(app, owner.workspaceId, owner.token, { role: 'VIEWER' }));
    const path = `/workspaces/${owner.workspaceId}/members/invitations/${invitationId}/resend`;
    const again = dataOf(await app.rest(`POST ${path}`, { as: owner.token, body: {} }));
    expect(again).toMatchObject({ mailed: true, inviteToken: null });
    expect(mailsTo(email)).toHaveLength(2);
    const [first, second] = mailsTo(email).map((one) => /#token=(\S+)/.exec(bodyOf(one))?.[1]);
    const accept = (token?: string) => app.rest('POST /auth/accept-invite', { body: { token, password } });
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([401, 200]);
  });

  test('stays open if the mail server refuses the mail, and its token is not shown, but mailed again', async () => {
    mail.refuse = () => ({ code: 550, message: 'no such person' });
    const owner = await app.seed.owner();
    const answer = await invite(app, owner.workspaceId, owner.token, { role: 'VIEWER' });
    expect(dataOf(answer)).toMatchObject({ mailed: false, inviteToken: null });
    mail.refuse = () => null;
    const path = `/workspaces/${owner.workspaceId}/members/invitations/${dataOf(answer).invitationId}/resend`;
    expect(dataOf(await app.rest(`POST ${path}`, { as: owner.token, body: {} })).mailed).toBe(true);
  });

  test('cannot inject headers or recipients into its mail by names', async () => {
    const owner = await app.seed.owner();
    const name = 'Sales\r\nBcc: everyone@example.com\r\n\r\nBuy <now>';
    await app.services.db.pool.query('update workspaces set name = $2 where id = $1', [owner.workspaceId, name]);
    const email = newEmail();
    expect(dataOf(await invite(app, owner.workspaceId, owner.token, { email, role: 'VIEWER' })).mailed).toBe(true);
    const [sent] = mailsTo(email);
    expect(sent?.to).toEqual([email]);
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  });
});

describe('without a mail server', () => {
  test('an invitation reports that it was not mailed', async () => {
    const silent = await startTestApp({ database: app.database });
    const owner = await silent.seed.owner();
    const answer = await invite(silent, owner.workspaceId, owner.token, { role: 'VIEWER' });
    expect([answer.status, dataOf(answer).mailed]).toEqual([201, false]);
    await silent.stop();
  });

  test('that answers, an invitation is valid and reports that it was not mailed', async () => {
    const stopped = await startMailServer();
    await stopped.stop();
    const alone = await startTestApp({ database: app.database, smtp: { url: stopped.url } });
    const owner = await alone.seed.owner();
    const answer = await invite(alone, owner.workspaceId, owner.token, { role: 'VIEWER' });
    expect([answer.status, dataOf(answer).mailed]).toEqual([201, false]);
    await alone.stop();
  });
});
