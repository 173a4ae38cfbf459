import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { bodyOf, type MailServer, type ReceivedMail, startMailServer } from '../../../support/mail-server.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

let mailServer: MailServer;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ worker: true, now, smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' } });
}, 60_000);

beforeEach(async () => {
  const person = await app.seed.owner();
  // An API key does not expire with the clock, as an access token does.
  owner = { ...person, token: await app.seed.apiKey(person) };
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answered = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answered.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answered.body)}`);
  return answered.body.data;
}

/** A header of a mail, unfolded. */
function header({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The address that a mail program posts to, on the server under test. */
function linkOf(mail: ReceivedMail): string {
  const url = new URL(header(mail, 'List-Unsubscribe')?.replace(/^<|>$/g, '') ?? '');
  return `${app.url}${url.pathname}${url.search}`;
}

const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

async function sendCampaign(body = 'Hi {{name}}', format: Record<string, unknown> = {}): Promise<Row> {
  const template = await call('POST', '/email-templates', { name: 'News', subject: 'News', body, ...format });
  const campaign = { name: 'News', channel: 'email', templateId: template.id, audience: { all: true } };
  const { id } = await call('POST', '/campaigns', campaign);
  await call('POST', `/campaigns/${id}/send`);
  return waitFor(async () => {
    const found = await call('GET', `/campaigns/${id}`);
    return found.status === 'sent' ? found : null;
  });
}

const contact = (email: string) => call('POST', '/contacts', { name: 'Ana', email });

async function runEmail(data: Record<string, unknown>) {
  const email = { to: 'ana@example.com', subject: 'S', body: 'B', ...data };
  const flow = await app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), node('mail', 'message.email', email)], 'start>mail'),
  );
  return reached(app, owner, await trigger(app, owner, flow.id));
}

describe('a marketing email', () => {
  test('of a campaign lets each of its recipients unsubscribe with one click, and names the sender', async () => {
    await call('PATCH', '', { postalAddress: '1 Main St <b>\nSpringfield' });
    const emails = Array.from({ length: 60 }, (_, n) => `ana${n}@example.com`);
    await call('POST', '/contacts/upsert', { contacts: emails.map((email) => ({ email, name: 'Ana' })) });
    await sendCampaign('<html><body><p>Hi {{name}}</p></body></html>');
    expect(mailServer.mails.map(({ to }) => to[0]).toSorted()).toEqual(emails.toSorted());
    expect(new Set(mailServer.mails.map(linkOf)).size).toBe(60);
    for (const mail of mailServer.mails) {
      expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      expect(bodyOf(mail)).toContain('1 Main St &lt;b&gt;<br>Springfield<br><a href="');
      expect(bodyOf(mail)).toMatch(/Unsubscribe<\/a><\/p>\n<\/body>/);
    }
    const outbox = (await call('GET', '/outbox?limit=1')) as unknown as Row[];
    expect(JSON.stringify(outbox)).not.toContain('unsubscribe');
  });

  test('has its footer as text in a text, in the language of the template', async () => {
    await contact('ana@example.com');
    await sendCampaign('Hola {{name}}', { language: 'es_MX' });
    const [mail] = mailServer.mails as [ReceivedMail];
    expect(bodyOf(mail)).toMatch(/Hola Ana\n\n-- \n.+\nCancelar la suscripci.+n: http/);
  });
});

describe('the link of a marketing email', () => {
  test('changes nothing when it is opened, and unsubscribes once when it is posted to', async () => {
    const ana = await contact('Ana@Example.com');
    await sendCampaign();
    const link = linkOf(mailServer.mails[0] as ReceivedMail);
    const opened = await fetch(link);
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect((await call('GET', `/contacts/${ana.id}`)).unsubscribedAt).toBeNull();

    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(link, { method: 'POST', body: form })).status).toBe(200);
    const refused = await call('GET', `/contacts/${ana.id}`);
    expect(refused).toMatchObject({
      unsubscribedAt: expect.any(String),
      unsubscribedBy: 'one_click',
      doNotContact: false,
    });
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await call('GET', `/contacts/${ana.id}`)).toEqual(refused);
    const audit = (await call('GET', '/audit-log?action=unsubscribe')) as unknown as Row[];
    expect(audit).toMatchObject([{ actor: 'ana@example.com by link', details: { source: 'one_click' } }]);

    expect(await sendCampaign()).toMatchObject({ recipientCount: 1, sentCount: 0, skippedCount: 1 });
    await call('PATCH', `/contacts/${ana.id}`, { unsubscribedAt: null });
    expect(await call('GET', `/contacts/${ana.id}`)).toMatchObject({ unsubscribedAt: null, unsubscribedBy: null });
    expect(await sendCampaign()).toMatchObject({ sentCount: 1, skippedCount: 0 });
  });

  test.each(surfaces)('shows its subscription and unsubscribes over %s; a wrong one does neither', async (surface) => {
    await contact('ana@example.com');
    await sendCampaign();
    const token = new URL(linkOf(mailServer.mails[0] as ReceivedMail)).searchParams.get('token') as string;
    const read: OwnOperation = ['GET /email-subscription', documents.GetEmailSubscriptionDocument];
    const post: OwnOperation = ['POST /unsubscribe', documents.UnsubscribeDocument];
    const shown = async (operation: OwnOperation) =>
      payloadOf(surface, await ask(app, surface, operation, { query: { token } }));
    expect(await shown(read)).toMatchObject({ email: 'ana@example.com', subscribed: true });
    expect(await shown(post)).toMatchObject({ email: 'ana@example.com', subscribed: false });
    expect(await shown(read)).toMatchObject({ subscribed: false });
    const [words = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify([owner.workspaceId, null, 'bob@example.com'])).toString('base64url');
    for (const wrong of [`${forged}.${signature}`, words, `${words}.`, 'x', '']) {
      expect(await ask(app, surface, post, { query: { token: wrong } })).toMatchObject({ code: 'INVALID_TOKEN' });
    }
  });

  test('keeps the refusal of an address that is no contact, or whose contact was deleted', async () => {
    const ana = await contact('ana@example.com');
    await sendCampaign();
    await call('DELETE', `/contacts/${ana.id}`);
    await fetch(linkOf(mailServer.mails[0] as ReceivedMail), oneClick);
    const [kept] = (await call('GET', '/contacts?email=ana@example.com')) as unknown as Row[];
    expect(kept).toMatchObject({ unsubscribedBy: 'one_click' });
    await call('POST', '/contacts/upsert', { contacts: [{ email: 'ana@example.com', name: 'Ana' }] });
    expect(await sendCampaign()).toMatchObject({ sentCount: 0, skippedCount: 1 });
  });

  test('unsubscribes the contact that has its address now, though the one it was written to has refused', async () => {
    const ana = await contact('ana@example.com');
    await sendCampaign();
    const link = linkOf(mailServer.mails[0] as ReceivedMail);
    await fetch(link, oneClick);
    await call('PATCH', `/contacts/${ana.id}`, { email: 'ana@elsewhere.example' });
    const other = await contact('ana@example.com');
    await fetch(link, oneClick);
    expect(await call('GET', `/contacts/${other.id}`)).toMatchObject({ unsubscribedBy: 'one_click' });
  });
});

describe('message.email', () => {
  test('is transactional by default: without such headers, and sent to who unsubscribed', async () => {
    await call('POST', '/contacts', { email: 'ana@example.com', unsubscribedAt: new Date().toISOString() });
    expect(await runEmail({})).toMatchObject({ status: 'completed' });
    expect(header(mailServer.mails[0] as ReceivedMail, 'List-Unsubscribe')).toBeUndefined();
    expect(bodyOf(mailServer.mails[0] as ReceivedMail).trim()).toBe('B');
  });

  test('with the purpose marketing has them, and fails once its recipient unsubscribed', async () => {
    expect(await runEmail({ purpose: 'marketing' })).toMatchObject({ status: 'completed' });
    await fetch(linkOf(mailServer.mails[0] as ReceivedMail), oneClick);
    expect(await runEmail({ purpose: 'marketing' })).toMatchObject({
      status: 'failed',
      error: { code: 'UNSUBSCRIBED' },
    });
    expect(await runEmail({ purpose: 'marketing', to: 'a@example.com, b@example.com' })).toMatchObject({
      error: { code: 'REFUSED' },
    });
    expect(mailServer.mails).toHaveLength(1);
  });
});

test('a sequence over email can be unsubscribed from, which stops its enrollments', async () => {
  const agent = await call('POST', '/agents', { name: 'Eva' });
  const steps = [
    { delayMinutes: 1, message: 'First' },
    { delayMinutes: 1, message: 'Second' },
  ];
  const sequence = await call('POST', '/follow-up/sequences', { name: 'Later', agentId: agent.id, steps });
  const ana = await contact('ana@example.com');
  const enroll = async () => {
    const conversation = await call('POST', '/conversations', {
      contactId: ana.id,
      channel: 'email',
      agentId: agent.id,
    });
    await call('POST', `/conversations/${conversation.id}/messages`, { author: 'agent', body: 'Well?' });
  };
  const mailed = (count: number) => waitFor(() => (mailServer.mails.length === count ? mailServer.mails : null));
  await enroll();
  await mailed(1);
  await pass(2);
  const [answer, first] = await mailed(2);
  expect(header(answer as ReceivedMail, 'List-Unsubscribe')).toBeUndefined();
  expect(bodyOf(first as ReceivedMail)).toMatch(/^First\n\n-- \n/);
  await fetch(linkOf(first as ReceivedMail), oneClick);
  await pass(2);
  await waitFor(async () => {
    const list = (await call('GET', `/follow-up/sequences/${sequence.id}/enrollments`)) as unknown as Row[];
    return list.some(({ reason }) => reason === 'unsubscribed');
  });
  expect(mailServer.mails).toHaveLength(2);
});

/** Advances the clock and wakes the workers that wait for a time. */
async function pass(minutes: number): Promise<void> {
  offsetMs += minutes * 60_000;
  await app.services.db.pool.query("select pg_notify('follow_ups', ''), pg_notify('message_deliveries', '')");
}
