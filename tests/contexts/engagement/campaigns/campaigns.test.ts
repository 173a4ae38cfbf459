import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { campaignRecipients } from '../../../../src/contexts/engagement/campaigns/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { type Ask, ask, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { operationOf } from '../../crm/definitions/record-asks.js';

let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

let mailServer: MailServer;
let providers: LoopbackServer;
let app: TestApp;
let owner: Owner;
/** The response of Twilio: status and body. */
let answer: [number, object];
/** What it waits for before it responds. */
let gate: Promise<void>;

beforeAll(async () => {
  mailServer = await startMailServer();
  providers = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) => {
      const [status, body] = answer;
      const reported = () =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      gate.then(reported, reported);
    },
    '/v23.0/1234/messages': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"messages":[{"id":"wamid.1"}]}');
    },
  });
  app = await startTestApp({
    worker: true,
    now,
    smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' },
    sandbox: false,
    providers: {
      twilio: { baseUrl: providers.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' },
      whatsapp: { baseUrl: `${providers.origin}/v23.0`, accessToken: 'token', phoneNumberId: '1234' },
    },
  });
}, 60_000);

beforeEach(async () => {
  answer = [201, { sid: 'SM1', status: 'queued' }];
  gate = Promise.resolve();
  mailServer.refuse = () => null;
  const person = await app.seed.owner();
  // An API key does not expire with the clock, as an access token does.
  owner = { ...person, token: await app.seed.apiKey(person) };
});

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
  await providers.close();
});

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answered = await refusedOr(method, path, body);
  if (answered.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answered.body)}`);
  return answered.body.data;
}

function refusedOr(method: string, path: string, body?: unknown) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
}

/** The fields in the error of a request. */
async function violations(method: string, path: string, body?: unknown) {
  const { status, body: reported } = await refusedOr(method, path, body);
  return [status, (reported.error?.details ?? []).map(({ field }) => field)];
}

let people = 0;

async function contact(input: Record<string, unknown> = {}): Promise<Row> {
  people += 1;
  const phone = `+346000${String(10_000 + people)}`;
  return call('POST', '/contacts', { name: `Ana ${people}`, email: `ana${people}@example.com`, phone, ...input });
}

const sms = { name: 'Spring', channel: 'sms', message: 'Hello {{contact.name}}, {{workspace.name}}' };
const ended = (id: string, status = 'sent') =>
  waitFor(async () => {
    const campaign = await call('GET', `/campaigns/${id}`);
    return campaign.status === status ? campaign : null;
  });
const recipientsOf = async (id: string, filter = '') =>
  (await call('GET', `/campaigns/${id}/recipients?sortOrder=asc${filter}`)) as unknown as Row[];
const counts = ({ recipientCount, sentCount, failedCount, skippedCount }: Row) => ({
  recipientCount,
  sentCount,
  failedCount,
  skippedCount,
});
const toPhone = (phone: unknown) =>
  providers.received.filter(({ body }) => new URLSearchParams(body).get('To') === phone).map(({ body }) => body);

/** Advances the clock and wakes the workers that wait for a time. */
async function pass(minutes: number): Promise<void> {
  offsetMs += minutes * 60_000;
  await app.services.db.pool.query("select pg_notify('campaigns', '')");
}

describe('a campaign', () => {
  test('sends to each contact of its audience once, with the placeholders of its template filled', async () => {
    const ana = await contact({ name: 'Ana <b>', tags: ['vip'], customFields: { city: 'Madrid' } });
    const ben = await contact({ name: 'Ben', tags: ['vip', 'new'], customFields: { city: 'Oslo' } });
    await contact({ tags: ['new'] });
    const mute = await contact({ tags: ['vip'], doNotContact: true });
    const nowhere = await contact({ tags: ['vip'], email: null });
    const template = await call('POST', '/email-templates', {
      name: 'News',
      subject: 'News for {{contact.name}}',
      body: '<p>{{name}} of {{city}}</p>',
    });
    const { id } = await call('POST', '/campaigns', {
      name: 'News',
      channel: 'email',
      templateId: template.id,
      audience: { tags: ['vip', 'gold'] },
    });
    const before = mailServer.mails.length;
    expect(await call('POST', `/campaigns/${id}/send`)).toMatchObject({ id, status: 'scheduled' });
    const sent = await ended(id);
    expect(counts(sent)).toEqual({ recipientCount: 4, sentCount: 2, failedCount: 0, skippedCount: 2 });
    const mails = mailServer.mails.slice(before);
    expect(mails.map(({ to }) => to[0]).sort()).toEqual([ana.email, ben.email]);
    const toAna = mails.find(({ to }) => to[0] === ana.email);
    expect(toAna && bodyOf(toAna)).toContain('<p>Ana &lt;b&gt; of Madrid</p>');
    expect(mails.find(({ to }) => to[0] === ben.email)?.raw).toContain('Subject: News for Ben');
    const recipients = await recipientsOf(id);
    const stateOf = ({ id: contactId }: Row) => recipients.find((one) => one.contactId === contactId);
    expect(stateOf(ana)).toMatchObject({ status: 'sent', error: null, sentAt: expect.any(String) });
    expect(stateOf(mute)).toMatchObject({ status: 'skipped', error: expect.stringContaining('doNotContact') });
    expect(stateOf(nowhere)).toMatchObject({ status: 'skipped', error: expect.stringContaining('email') });
    expect(await recipientsOf(id, '&status=sent')).toHaveLength(2);
    const usage = (await call('GET', '/usage/events')) as unknown as Row[];
    expect(usage.filter(({ eventType }) => eventType === 'email_sent')).toHaveLength(2);
  });

  test('waits for its time, sends SMS and WhatsApp, and chooses contacts that match every filter', async () => {
    const ana = await contact({ status: 'customer', company: 'Acme' });
    await contact({ status: 'customer', company: 'Other' });
    const ben = await contact({ status: 'lead', company: 'Acme' });
    const template = await call('POST', '/whatsapp-templates', {
      name: 'news',
      body: 'Hello {{1}}',
      variables: ['name'],
      language: 'es',
    });
    const scheduledAt = new Date(now().getTime() + 3_600_000).toISOString();
    const planned = { status: 'scheduled', scheduledAt };
    const text = await call('POST', '/campaigns', {
      ...sms,
      ...planned,
      audience: { status: 'customer', company: 'Acme' },
    });
    const whatsapp = { name: 'News', channel: 'whatsapp', templateId: template.id };
    const card = await call('POST', '/campaigns', {
      ...whatsapp,
      ...planned,
      audience: { contactIds: [ben.id, ana.id] },
    });
    await pass(59);
    expect(await call('GET', `/campaigns/${text.id}`)).toMatchObject({ status: 'scheduled', recipientCount: 0 });
    await pass(2);
    expect(counts(await ended(text.id))).toMatchObject({ recipientCount: 1, sentCount: 1 });
    expect(counts(await ended(card.id))).toMatchObject({ recipientCount: 2, sentCount: 2 });
    expect(new URLSearchParams(toPhone(ana.phone)[0]).get('Body')).toBe(`Hello ${ana.name}, Acme`);
    const cards = providers.received.map(({ body }) => body).filter((body) => body.includes('"news"'));
    expect(cards.map((body) => JSON.parse(body).to).sort()).toEqual(
      [ana, ben].map(({ phone }) => String(phone).slice(1)).sort(),
    );
    const all = await call('POST', '/campaigns', { ...sms, audience: { all: true } });
    await call('POST', `/campaigns/${all.id}/send`);
    expect((await ended(all.id)).sentCount).toBe(3);
  });

  test('retries if a provider is unavailable, and reports why if it refuses', async () => {
    const ana = await contact();
    const { id } = await call('POST', '/campaigns', { ...sms, audience: { contactIds: [ana.id] } });
    answer = [503, { message: 'Away' }];
    await call('POST', `/campaigns/${id}/send`);
    await waitFor(async () => (await recipientsOf(id))[0]?.tries === 1);
    expect(await call('GET', `/campaigns/${id}`)).toMatchObject({ status: 'sending', sentCount: 0 });
    answer = [400, { code: 21211, message: 'No such number' }];
    await pass(2);
    expect(counts(await ended(id))).toMatchObject({ sentCount: 0, failedCount: 1 });
    expect((await recipientsOf(id))[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('No such number'),
    });
  });

  test('is paused with an error if the wallet is empty', async () => {
    for (let n = 0; n < 25; n++) await contact();
    const { id } = await call('POST', '/campaigns', { ...sms, audience: { all: true } });
    await app.services.db.pool.query(
      `insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros)
       select w.account_id, 'adjustment', 'wallet', 'adjustments', w.balance_micros
       from wallets w join workspaces s on s.account_id = w.account_id where s.id = $1`,
      [owner.workspaceId],
    );
    await call('POST', `/campaigns/${id}/send`);
    const campaign = await ended(id, 'paused');
    expect(campaign).toMatchObject({ sentCount: 0, error: expect.stringContaining('INSUFFICIENT_CREDITS') });
    expect(await recipientsOf(id, '&status=queued&limit=100')).toHaveLength(25);
  });

  test('is cancelled immediately, with the recipients that were not sent to', async () => {
    for (let n = 0; n < 30; n++) await contact();
    const { id } = await call('POST', '/campaigns', { ...sms, audience: { all: true } });
    const held = Promise.withResolvers<void>();
    const begun = providers.received.length;
    gate = held.promise;
    await call('POST', `/campaigns/${id}/send`);
    await waitFor(() => providers.received.length > begun);
    expect(await call('PATCH', `/campaigns/${id}`, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' });
    held.resolve();
    await waitFor(async () => (await recipientsOf(id, '&status=queued')).length === 0);
    // Messages of the current batch of 20 are still sent.
    const left = providers.received.length - begun;
    expect(left).toBeLessThanOrEqual(20);
    expect(counts(await call('GET', `/campaigns/${id}`))).toMatchObject({ recipientCount: 30, sentCount: left });
    expect(await recipientsOf(id, '&status=cancelled&limit=100')).toHaveLength(30 - left);
  });

  test('allows only valid status changes, and reports missing content', async () => {
    const ana = await contact();
    const draft = await call('POST', '/campaigns', { ...sms, message: null });
    expect(await violations('POST', `/campaigns/${draft.id}/send`)).toEqual([400, ['audience', 'message']]);
    expect(await violations('PATCH', `/campaigns/${draft.id}`, { status: 'sending' })).toEqual([400, ['status']]);
    for (const audience of [
      { tag: ['vip'] },
      { tags: 'vip' },
      { contactIds: ['x'] },
      { status: 'friend' },
      { search: '' },
    ]) {
      const [field] = Object.keys(audience);
      expect(await violations('PATCH', `/campaigns/${draft.id}`, { audience })).toEqual([400, [`audience.${field}`]]);
    }
    const stranger = { contactIds: [owner.workspaceId] };
    expect(await violations('PATCH', `/campaigns/${draft.id}`, { audience: stranger })).toEqual([
      400,
      ['audience.contactIds'],
    ]);
    const mixed = { all: true, tags: ['vip'] };
    expect(await violations('PATCH', `/campaigns/${draft.id}`, { audience: mixed })).toEqual([400, ['audience.all']]);
    await call('PATCH', `/campaigns/${draft.id}`, { audience: { contactIds: [ana.id] }, message: 'Hello' });
    const later = new Date(now().getTime() + 86_400_000).toISOString();
    await call('PATCH', `/campaigns/${draft.id}`, { status: 'scheduled', scheduledAt: later });
    await call('PATCH', `/campaigns/${draft.id}`, { status: 'draft' });
    await call('POST', `/campaigns/${draft.id}/send`);
    await ended(draft.id);
    expect(await violations('PATCH', `/campaigns/${draft.id}`, { status: 'draft' })).toEqual([400, ['status']]);
    expect(await violations('PATCH', `/campaigns/${draft.id}`, { message: 'Bye' })).toEqual([400, ['message']]);
    expect(await violations('POST', `/campaigns/${draft.id}/send`)).toEqual([400, ['status']]);
    expect(await call('PATCH', `/campaigns/${draft.id}`, { name: 'Old' })).toMatchObject({ name: 'Old' });
  });

  test.each(surfaces)('is sent and listed over %s', async (surface) => {
    const ana = await contact();
    const { id } = await call('POST', '/campaigns', { ...sms, audience: { contactIds: [ana.id] } });
    const by: Ask = { as: owner.token, workspaceId: owner.workspaceId, ids: { campaignId: id } };
    const sent = await ask(app, surface, ['POST P/campaigns/:campaignId/send', documents.SendCampaignDocument], by);
    expect(payloadOf(surface, sent)).toMatchObject({ id, status: 'scheduled' });
    await ended(id);
    const list = await ask(app, surface, operationOf(campaignRecipients, 'List'), by);
    const { items } = payloadOf<{ items: Row[] }>(surface, list);
    expect(items).toMatchObject([{ campaignId: id, contactId: ana.id, status: 'sent' }]);
    const ids = { campaignId: id, campaignRecipientId: items[0]?.id as string };
    const found = await ask(app, surface, operationOf(campaignRecipients, 'Get'), { ...by, ids });
    expect(payloadOf(surface, found)).toEqual(items[0]);
  });

  test('waits only for campaigns of its own workspace', async () => {
    const mine = owner;
    await contact({ name: 'Slow' });
    const slow = await Promise.all([1, 2].map(() => call('POST', '/campaigns', { ...sms, audience: { all: true } })));
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const begun = providers.received.length;
    for (const { id } of slow) await call('POST', `/campaigns/${id}/send`);
    await waitFor(() => providers.received.length > begun);
    gate = Promise.resolve();
    const person = await app.seed.owner();
    owner = { ...person, token: await app.seed.apiKey(person) };
    await contact();
    const { id } = await call('POST', '/campaigns', { ...sms, audience: { all: true } });
    await call('POST', `/campaigns/${id}/send`);
    await ended(id);
    owner = mine;
    const statuses = async () =>
      Promise.all(slow.map(async (one) => (await call('GET', `/campaigns/${one.id}`)).status));
    expect((await statuses()).sort()).toEqual(['scheduled', 'sending']);
    held.resolve();
    await waitFor(async () => (await statuses()).every((status) => status === 'sent'));
  });
});
