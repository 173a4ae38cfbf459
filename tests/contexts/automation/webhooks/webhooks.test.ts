import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { quotaRefusals } from '../../../../src/contexts/accounts/quotas/index.js';
import { nextAttempt } from '../../../../src/contexts/automation/webhooks/retry-schedule.js';
import { signedHeaders } from '../../../../src/contexts/automation/webhooks/webhook-secret.js';
import { publishLowWallets } from '../../../../src/contexts/billing/usage/wallet/publish-low-wallets.js';
import { newId } from '../../../../src/platform/new-id.js';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { waitFor } from '../../../support/wait-for.js';
import { isSigned, type ReceivedEvent, type Receiver, startReceiver } from './receiver.js';

let app: TestApp;
/** Without a worker, so that all its statements are those of requests. */
let reader: TestApp;
let mails: MailServer;
let receiver: Receiver;
let owner: Owner;
/** Does not expire, however far the clock is set. */
let key: string;
let ahead = 0;
let paths = 0;

const hour = 3_600_000;

beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startReceiver();
  app = await startTestApp({
    worker: true,
    now: () => new Date(Date.now() + ahead),
    smtp: { url: mails.url },
    quotas: { executionsQueued: 1_000 },
  });
  reader = await startTestApp({ database: app.database });
});

beforeEach(async () => {
  ahead = 0;
  owner = await app.seed.owner();
  key = await app.seed.apiKey(owner);
});

afterAll(async () => {
  await reader.stop();
  await app.stop();
  receiver.stop();
  await mails.stop();
});

interface SeenWebhook {
  id: string;
  secret: string;
  isActive: boolean;
  disabledReason: string | null;
  failingSince: string | null;
  path: string;
}

interface SeenDelivery {
  id: string;
  eventId: string;
  eventType: string;
  status: string;
  body: string;
  attempts: { startedAt: string; status: number | null; error: string | null }[];
  request: { url: string; headers: Record<string, string> } | null;
  response: { status: number; headers: Record<string, string>; body: string; truncated: boolean } | null;
  dueAt: string | null;
  finishedAt: string | null;
}

async function call(route: string, body?: unknown): Promise<RestAnswer> {
  const [method, path] = route.split(' ');
  const request = `${method} /workspaces/${owner.workspaceId}${path}`;
  return app.rest(request, { as: key, ...(body !== undefined && { body }) });
}

async function ask<T>(route: string, body?: unknown): Promise<T> {
  const answer = await call(route, body);
  if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as T;
}

async function subscribe(events: string[], input: object = {}): Promise<SeenWebhook> {
  paths += 1;
  const path = `/hook-${paths}`;
  const webhook = await ask<SeenWebhook>('POST /webhooks', { url: receiver.url + path, events, ...input });
  return { ...webhook, path };
}

const newContact = (name: string) => ask<{ id: string }>('POST /contacts', { name });
const deliveriesOf = ({ id }: SeenWebhook) =>
  ask<SeenDelivery[]>(`GET /webhooks/${id}/deliveries?sortOrder=asc&limit=100`);
const find = ({ id, path }: SeenWebhook) =>
  ask<SeenWebhook>(`GET /webhooks/${id}`).then((found) => ({ ...found, path }));

/** Sets the clock ahead, so that what is due by then is sent. */
async function later(ms: number): Promise<void> {
  ahead += ms;
  await app.services.db.pool.query("select pg_notify('webhook_deliveries', '')");
}

const arrived = ({ path }: SeenWebhook, count: number): Promise<ReceivedEvent[]> =>
  waitFor(() => (receiver.at(path).length >= count ? receiver.at(path) : null));

const settled = (webhook: SeenWebhook, until: (deliveries: SeenDelivery[]) => boolean): Promise<SeenDelivery[]> =>
  waitFor(async () => {
    const deliveries = await deliveriesOf(webhook);
    return until(deliveries) ? deliveries : null;
  });

describe('a webhook', () => {
  test('with an unknown event names it, what was probably meant, and the events that there are', async () => {
    const refused = await call('POST /webhooks', {
      url: 'https://example.com',
      events: ['message.sent', 'contact.craeted'],
    });
    expect(refused.body.error).toMatchObject({
      message: expect.stringMatching(
        /^events must not contain "contact\.craeted"\. Did you mean "contact\.created"\? Accepted are contact\.created, .*wallet\.low.*custom\.<name>, and \* for all\.$/,
      ),
      details: [{ field: 'events' }],
    });
  });

  test('gets an event that would be too large without what has no limit of its own, which it names', async () => {
    const webhook = await subscribe(['contact.updated', 'custom.large']);
    const contact = await ask<{ id: string }>('POST /contacts', {
      name: 'Ana',
      customFields: { text: 'x'.repeat(300_000) },
    });
    await ask(`PATCH /contacts/${contact.id}`, { customFields: { text: 'y'.repeat(300_000) } });
    await ask('POST /events', { type: 'custom.large', key: 'one', data: { text: 'x'.repeat(262_133) } });
    const sent = (await arrived(webhook, 2)).map(({ event }) => event);
    expect(sent).toMatchObject([
      { data: { id: contact.id, customFields: {} }, previous: {}, omitted: ['data.customFields', 'previous'] },
      { key: 'one', data: { text: 'x'.repeat(262_133) } },
    ]);
    expect(sent[1]).not.toHaveProperty('omitted');
  });

  test('gets the events it subscribes to, signed with its secret, and the deliveries show what was sent and answered', async () => {
    const webhook = await subscribe(['contact.created']);
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await find(webhook)).not.toHaveProperty('secret');
    receiver.answers.set(webhook.path, {
      status: 200,
      headers: { 'set-cookie': 'a=b' },
      body: `got ${webhook.secret}`,
    });
    const contact = await newContact('Ana');
    await ask(`PATCH /contacts/${contact.id}`, { name: 'Ana Lima' });
    const [request] = (await arrived(webhook, 1)) as [ReceivedEvent];
    expect(isSigned(request, webhook.secret)).toBe(true);
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': request.event.id });
    expect(Object.keys(request.event)).toEqual(['id', 'type', 'timestamp', 'workspaceId', 'data']);
    expect(request.event).toMatchObject({ type: 'contact.created', data: { id: contact.id, name: 'Ana' } });
    const [delivery] = await settled(webhook, ([one]) => one?.status === 'succeeded');
    expect(delivery).toMatchObject({
      eventId: request.event.id,
      eventType: 'contact.created',
      body: request.body,
      dueAt: null,
      attempts: [{ status: 200, error: null }],
      request: { url: receiver.url + webhook.path, headers: { 'webhook-id': request.event.id } },
      response: { status: 200, body: 'got ********', truncated: false },
    });
    expect(delivery?.response?.headers).not.toHaveProperty('set-cookie');
    expect(receiver.at(webhook.path)).toHaveLength(1);
  });

  test('has received an event when it answers 2xx, however long its answer is, of which the beginning is kept', async () => {
    const webhook = await subscribe(['contact.created']);
    receiver.answers.set(webhook.path, 'endless');
    await newContact('Ana');
    const [delivery] = await settled(webhook, ([one]) => one?.status !== 'pending');
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ status: 200, error: null }] });
    expect(delivery?.response).toMatchObject({ body: 'x'.repeat(2_048), truncated: true });
  });

  test('is signed as the reference implementation of Standard Webhooks signs', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
    expect(signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw'], message)).toMatchObject({
      'webhook-signature': 'v1,/Xy7FLfFISa1TZH7WLT+0x/orG5MlcutAFOpVan3/00=',
    });
  });

  test.each([
    [{ url: 'ftp://example.com', events: ['contact.created'] }, 'url'],
    [{ url: 'https://example.com', events: [] }, 'events'],
    [{ url: 'https://example.com', events: ['contact.exploded'] }, 'events'],
    [{ url: 'https://example.com', events: ['custom.'] }, 'events'],
    [{ url: 'https://example.com', events: ['*', '*'] }, 'events'],
    [{ url: 'https://example.com' }, 'events'],
  ])('is refused as %j, naming %s', async (input, field) => {
    const { status, body } = await call('POST /webhooks', input);
    expect(status).toBe(400);
    expect(body.error.details?.map((one) => one.field)).toContain(field);
  });

  test('signs with the former secret too for 24 hours after a rotation', async () => {
    const webhook = await subscribe(['custom.x']);
    const rotated = await ask<SeenWebhook>(`POST /webhooks/${webhook.id}/rotate-secret`);
    expect(rotated.secret).not.toBe(webhook.secret);
    const send = async (count: number) => {
      await ask(`POST /webhooks/${webhook.id}/test`);
      return (await arrived(webhook, count)).at(-1) as ReceivedEvent;
    };
    const during = await send(1);
    expect([webhook, rotated].map(({ secret }) => isSigned(during, secret))).toEqual([true, true]);
    await later(24 * hour + 1_000);
    const after = await send(2);
    expect([webhook, rotated].map(({ secret }) => isSigned(after, secret))).toEqual([false, true]);
  });

  test('gets no redirect, no private address, and no more after 410 Gone, which others are told', async () => {
    const [moved, gone, watcher] = [
      await subscribe(['contact.created']),
      await subscribe(['contact.created']),
      await subscribe(['webhook.disabled']),
    ];
    const hidden = await ask<SeenWebhook>('POST /webhooks', { url: 'http://10.0.0.1/', events: ['contact.created'] });
    receiver.answers.set(moved.path, { status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    receiver.answers.set(gone.path, { status: 410 });
    await newContact('Ana');
    const [first] = await settled(moved, ([one]) => one?.attempts.length === 1);
    expect(first).toMatchObject({ status: 'pending', attempts: [{ status: 302 }] });
    expect(receiver.at('/elsewhere')).toEqual([]);
    const [blocked] = await settled(hidden, ([one]) => one?.attempts.length === 1);
    expect(blocked?.attempts[0]?.error).toMatch(/OUTBOUND_BLOCKED/);
    const [event] = (await arrived(watcher, 1)) as [ReceivedEvent];
    expect(event.event).toMatchObject({ type: 'webhook.disabled', data: { id: gone.id, reason: 'gone' } });
    expect(await find(gone)).toMatchObject({ isActive: false, disabledReason: 'gone' });
    const mail = await waitFor(() => mails.mails.find(({ to }) => to.includes(owner.email) && true));
    expect(mail.raw).toContain('410 Gone');
    await newContact('Eva');
    expect(await deliveriesOf(gone)).toHaveLength(1);
  });
});

describe('a receiver that fails', () => {
  test('gets each event again, in the order of the record, after 5 s, 5 min, 30 min … until it succeeds', async () => {
    const webhook = await subscribe(['contact.created', 'contact.updated']);
    receiver.answers.set(webhook.path, { status: 500, body: 'no' });
    const { id } = await newContact('Ana');
    await ask(`PATCH /contacts/${id}`, { name: 'Eva' });
    const attempts = (count: number) => settled(webhook, ([one]) => one?.attempts.length === count);
    const [failed] = await attempts(1);
    expect(failed).toMatchObject({ status: 'pending', response: { status: 500, body: 'no' }, finishedAt: null });
    expect((await find(webhook)).failingSince).not.toBeNull();
    await later(6_000);
    await attempts(2);
    expect(receiver.at(webhook.path).map(({ event }) => event.type)).toEqual(['contact.created', 'contact.created']);
    receiver.answers.delete(webhook.path);
    await later(6 * 60_000);
    const ended = await settled(webhook, (all) => all.every(({ status }) => status === 'succeeded'));
    expect(ended.map(({ eventType }) => eventType)).toEqual(['contact.created', 'contact.updated']);
    const sent = receiver.at(webhook.path).map(({ headers, event }) => `${event.type} ${headers['webhook-id']}`);
    expect(new Set(sent.slice(0, 3)).size).toBe(1);
    expect(sent[3]).toMatch(/^contact.updated/);
    expect((await find(webhook)).failingSince).toBeNull();
  });

  test('is switched off after three days, with a mail, and nothing more is kept for it until it is switched on', async () => {
    const webhook = await subscribe(['contact.created']);
    receiver.answers.set(webhook.path, { status: 500 });
    await newContact('Ana');
    await settled(webhook, ([one]) => one?.attempts.length === 1);
    await later(71 * hour);
    await settled(webhook, ([one]) => one?.attempts.length === 2);
    await later(2 * hour);
    const [ended] = await settled(webhook, ([one]) => one?.status !== 'pending');
    expect(ended).toMatchObject({ status: 'failed', dueAt: null });
    expect(await find(webhook)).toMatchObject({ isActive: false, disabledReason: 'failing' });
    const mail = await waitFor(() => mails.mails.find(({ to }) => to.includes(owner.email)));
    expect(mail.raw).toContain('failed for three days');
    await newContact('Eva');
    expect(await deliveriesOf(webhook)).toHaveLength(1);
    receiver.answers.delete(webhook.path);
    const on = await ask<SeenWebhook>(`PATCH /webhooks/${webhook.id}`, { isActive: true });
    expect(on).toMatchObject({ disabledReason: null, failingSince: null });
    await ask(`POST /webhooks/${webhook.id}/deliveries/${ended?.id}/redeliver`);
    const [first, again] = await settled(webhook, (all) => all[1]?.status === 'succeeded');
    expect(again?.eventId).toBe(first?.eventId);
  });

  test.each([429, 503])('with %d gets nothing before its Retry-After has passed', async (status) => {
    const webhook = await subscribe(['contact.created']);
    receiver.answers.set(webhook.path, { status, headers: { 'retry-after': '7200' } });
    await newContact('Ana');
    const [paused] = await settled(webhook, ([one]) => one?.attempts.length === 1);
    const waits = Date.parse(paused?.dueAt as string) - Date.parse(paused?.attempts[0]?.startedAt as string);
    expect(waits).toBeGreaterThanOrEqual(2 * hour);
    expect(waits).toBeLessThan(3 * hour);
    receiver.answers.delete(webhook.path);
    await newContact('Eva');
    const watcher = await subscribe(['custom.x']);
    // What is due is read for all webhooks at once: when the other one was served, this one was passed over.
    await later(hour);
    await ask(`POST /webhooks/${watcher.id}/test`);
    await settled(watcher, ([one]) => one?.status === 'succeeded');
    expect(receiver.at(webhook.path)).toHaveLength(1);
    await later(hour);
    await settled(webhook, (all) => all.length === 2 && all.every((one) => one.status === 'succeeded'));
  });

  test('stops no other one, of its workspace or another', async () => {
    const slow = await subscribe(['contact.created']);
    receiver.answers.set(slow.path, 'never');
    for (let count = 0; count < 8; count += 1) await newContact(`Ana ${count}`);
    await arrived(slow, 1);
    const quick = await subscribe(['contact.created']);
    await newContact('Eva');
    await arrived(quick, 1);
    expect(receiver.at(slow.path).length).toBeLessThanOrEqual(4);
    await ask(`PATCH /webhooks/${slow.id}`, { isActive: false });
    const ended = await deliveriesOf(slow);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });
});

test('retries are spread over three days, the last one exactly then', () => {
  const first = new Date(0);
  const times: number[] = [];
  for (let [count, now] = [1, first]; ; count += 1) {
    const next = nextAttempt({ count, firstAt: first, now, random: 0 });
    if (!next) break;
    times.push((next.getTime() - now.getTime()) / 1_000);
    now = next;
  }
  expect(times.slice(0, 7)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
  expect(times.reduce((sum, one) => sum + one)).toBe(3 * 24 * 3_600);
  const asked = { count: 1, now: first, random: 0, pauseMs: 24 * hour };
  expect(nextAttempt({ ...asked, firstAt: first })?.getTime()).toBe(24 * hour);
  expect(nextAttempt({ ...asked, firstAt: new Date(-71 * hour) })?.getTime()).toBe(24 * hour);
  const jittered = nextAttempt({ count: 2, firstAt: first, now: first, random: 1 });
  expect(jittered?.getTime()).toBe(330_000);
});

describe('a test and a redelivery', () => {
  test('a test is sent once, whatever the webhook subscribes to, and does not count as a failure', async () => {
    const webhook = await subscribe(['contact.created']);
    receiver.answers.set(webhook.path, { status: 500 });
    const tested = await call(`POST /webhooks/${webhook.id}/test`);
    expect(tested.status).toBe(202);
    expect(tested.body.data).toMatchObject({ eventType: 'webhook.test', status: 'pending' });
    const [ended] = await settled(webhook, ([one]) => one?.status === 'failed');
    expect(ended?.attempts).toHaveLength(1);
    expect((await find(webhook)).failingSince).toBeNull();
  });

  test('a redelivery of a pending delivery sends it now', async () => {
    const webhook = await subscribe(['contact.created', 'contact.updated']);
    receiver.answers.set(webhook.path, { status: 503, headers: { 'retry-after': '36000' } });
    const contact = await newContact('Ana');
    await settled(webhook, ([one]) => one?.attempts.length === 1);
    await ask(`PATCH /contacts/${contact.id}`, { name: 'Ana B.' });
    const [, updated] = await deliveriesOf(webhook);
    receiver.answers.delete(webhook.path);
    const sent = await call(`POST /webhooks/${webhook.id}/deliveries/${updated?.id}/redeliver`);
    expect([sent.status, sent.body.data]).toMatchObject([202, { id: updated?.id, status: 'pending' }]);
    const all = await settled(webhook, (both) => both.every(({ status }) => status === 'succeeded'));
    expect(all).toHaveLength(2);
    const types = (await arrived(webhook, 3)).map(({ event }) => event.type);
    expect(types).toEqual(['contact.created', 'contact.created', 'contact.updated']);
  });

  test('both are refused while the webhook is switched off, and for unknown IDs', async () => {
    const webhook = await subscribe(['contact.created'], { isActive: false });
    expect((await call(`POST /webhooks/${webhook.id}/test`)).status).toBe(409);
    expect((await call(`POST /webhooks/${webhook.id}/deliveries/${webhook.id}/redeliver`)).status).toBe(409);
    expect((await call(`POST /webhooks/${owner.workspaceId}/test`)).status).toBe(404);
    expect((await call('POST /webhooks/none/rotate-secret')).status).toBe(404);
  });
});

describe('the queue of a webhook', () => {
  test('takes nothing more when it is full, which the webhook shows, and the change succeeds', async () => {
    const webhook = await subscribe(['contact.created']);
    const text = `insert into webhook_deliveries (workspace_id, webhook_id, event_id, event_type, order_key, body, bytes, due_at,
        created_at, updated_at)
      select $1, $2, n, 'contact.created', n, '{}', 2, now() + interval '1 year', now(), now() from generate_series(1, 10000) n`;
    await app.services.db.pool.query(text, [owner.workspaceId, webhook.id]);
    await newContact('Ana');
    expect(await find(webhook)).toHaveProperty('queueFullSince', expect.any(String));
    const { body } = await call(`GET /webhooks/${webhook.id}/deliveries?limit=1`);
    expect(body.pagination.total).toBe(10_000);
  });

  test('is taken over from a worker that died', async () => {
    const webhook = await subscribe(['contact.created']);
    const text = 'update webhooks set worker_id = $2, fence = fence + 1 where id = $1';
    await app.services.db.pool.query(text, [webhook.id, newId()]);
    await newContact('Ana');
    await settled(webhook, ([one]) => one?.status === 'succeeded');
  });
});

test('the mail that a webhook was switched off is stored with the change, and repeated until the mail server has taken it', async () => {
  const webhook = await subscribe(['contact.created']);
  receiver.answers.set(webhook.path, { status: 410 });
  const of = () => mails.mails.filter(({ to }) => to.includes(owner.email));
  const row = async (columns: string) => {
    const text = `select ${columns} from mail_outbox where workspace_id = $1`;
    return (await app.services.db.pool.query(text, [owner.workspaceId])).rows[0];
  };
  mails.refuse = (recipient) => (recipient === owner.email ? { code: 451, message: 'Later' } : null);
  await newContact('Ana');
  // A process that dies here leaves this.
  const kept = await waitFor(async () => ((await row('attempts'))?.attempts === 1 ? row('*') : null));
  expect(kept).toMatchObject({ recipient: owner.email, body: expect.stringContaining(webhook.id) });
  expect(of()).toEqual([]);
  mails.refuse = () => null;
  ahead += 4 * 60_000;
  await app.services.db.pool.query("select pg_notify('mail_outbox', '')");
  const [mail] = await waitFor(() => (of().length > 0 ? of() : null));
  expect(mail?.raw).toContain(`Message-ID: <${kept.id}@`);
  await waitFor(async () => ((await row('id')) ? null : true));
  expect(of()).toHaveLength(1);
  mails.refuse = (recipient) => (recipient === owner.email ? { code: 550, message: 'Never' } : null);
  await app.services.db.pool.query(
    `insert into mail_outbox (workspace_id, recipient, subject, body, due_at, created_at)
     values ($1, $2, 's', 'b', now(), now())`,
    [owner.workspaceId, owner.email],
  );
  await app.services.db.pool.query("select pg_notify('mail_outbox', '')");
  await waitFor(async () => ((await row('id')) ? null : true));
  mails.refuse = () => null;
});

test('quotas that are reached, wallets that are low and messages that are delivered or failed are events', async () => {
  const webhook = await subscribe(['workspace.quota_reached', 'wallet.low', 'message.delivered', 'message.failed']);
  const { services } = app;
  const refusals = services.get(quotaRefusals);
  for (const count of [1, 2]) {
    refusals.add(owner.workspaceId, 'executionsQueued', count);
    await refusals.flush();
  }
  const spend = `insert into credit_reservations (workspace_id, execution_id, operation, account_id, amount_micros)
    select s.id, s.id, 'test', s.account_id, w.balance_micros
    from workspaces s join wallets w on w.account_id = s.account_id where s.id = $1`;
  await services.db.pool.query(spend, [owner.workspaceId]);
  for (let passes = 0; passes < 2; passes += 1) await publishLowWallets(services);
  const contact = await newContact('Ana');
  const conversation = await ask<{ id: string }>('POST /conversations', { contactId: contact.id, channel: 'webchat' });
  const messages = `/conversations/${conversation.id}/messages`;
  for (const status of ['delivered', 'failed']) {
    const message = await ask<{ id: string }>(`POST ${messages}`, { body: 'Hello', status: 'sent' });
    await ask(`PATCH ${messages}/${message.id}`, { status });
  }
  await arrived(webhook, 4);
  const sent = (await deliveriesOf(webhook)).map(({ body }) => JSON.parse(body) as ReceivedEvent['event']);
  expect(sent).toMatchObject([
    { type: 'workspace.quota_reached', data: { name: 'executionsQueued', limit: 1_000 } },
    { type: 'wallet.low', data: { limit: expect.stringMatching(/^100/) } },
    { type: 'message.delivered', data: { status: 'delivered' }, conversation: { contactId: contact.id } },
    { type: 'message.failed', data: { status: 'failed' }, conversation: { contactId: contact.id } },
  ]);
});

test('GraphQL has the same', async () => {
  const create = `mutation ($workspaceId: ID!, $input: CreateWebhookInput!) {
    createWebhook(workspaceId: $workspaceId, input: $input) { id: webhookId secret } }`;
  const publish = `mutation ($workspaceId: ID!, $input: PublishEventInput!) {
    publishEvent(workspaceId: $workspaceId, input: $input) { eventId executionIds } }`;
  const read = `query ($workspaceId: ID!, $webhookId: ID!) { workspace(id: $workspaceId) {
    webhookDeliveries(webhookId: $webhookId) { items { eventId status request { url } attempts { status } } } } }`;
  const { workspaceId } = owner;
  const input = { url: `${receiver.url}/graphql-hook`, events: ['custom.a.b'] };
  const created = await app.graphql<{ createWebhook: { id: string } }>(create, { workspaceId, input }, key);
  const webhookId = created.data?.createWebhook.id;
  const event = { type: 'custom.a.b', data: {}, id: 'from-graphql' };
  const published = await app.graphql(publish, { workspaceId, input: event }, key);
  expect(published.data).toEqual({ publishEvent: { eventId: 'from-graphql', executionIds: [] } });
  await waitFor(async () => {
    const { data } = await app.graphql(read, { workspaceId, webhookId }, key);
    const [delivery] = (data as never as { workspace: { webhookDeliveries: { items: unknown[] } } }).workspace
      .webhookDeliveries.items;
    expect(delivery).toMatchObject({ eventId: 'from-graphql', status: 'succeeded', attempts: [{ status: 204 }] });
    return true;
  });
});

test('the deliveries of webhooks, and the webhook of a delivery, are read in one statement for all, as far as the caller may', async () => {
  const nested = `query ($workspaceId: ID!, $limit: Int, $status: WebhookDeliveryStatus) { workspace(id: $workspaceId) {
    webhooks(limit: $limit, sortOrder: asc) { items { id
      deliveries(limit: 1, status: $status) { items { webhookId webhook { id url } } pagination { total nextCursor } } } } } }`;
  type Page = { items: { webhookId: string; webhook: { id: string } }[]; pagination: { total: number } };
  type Nested = { workspace: { webhooks: { items: { id: string; deliveries: Page | null }[] } | null } };
  const { workspaceId } = owner;
  for (let count = 0; count < 4; count += 1) {
    const webhook = await subscribe(['contact.created']);
    for (let tests = 0; tests < 2; tests += 1) await ask(`POST /webhooks/${webhook.id}/test`);
    await settled(webhook, (all) => all.length === 2 && all.every(({ status }) => status === 'succeeded'));
  }
  const read = async (variables: object, as = key) =>
    (await reader.graphql<Nested>(nested, { workspaceId, ...variables }, as)).data?.workspace.webhooks?.items;
  const all = (await read({ limit: 4 })) ?? [];
  expect(all).toHaveLength(4);
  for (const { id, deliveries } of all) {
    expect(deliveries).toMatchObject({ items: [{ webhookId: id, webhook: { id } }], pagination: { total: 2 } });
  }
  const failed = await read({ limit: 1, status: 'failed' });
  expect(failed).toMatchObject([{ deliveries: { items: [], pagination: { total: 0 } } }]);
  const statementsOf = recordStatements(reader);
  await read({ limit: 1 });
  const few = await statementsOf(() => read({ limit: 1 }));
  expect(await statementsOf(() => read({ limit: 4 }))).toEqual(few);
  expect(few.length).toBeLessThanOrEqual(5);
  const blind = await app.seed.apiKey(owner, ['flows:read']);
  expect(await read({ limit: 4 }, blind)).toBeUndefined();
});

describe('events of executions', () => {
  const start = node('start', 'trigger.manual');
  const stop = node('end', 'logic.stop', { status: 'failed', message: 'No stock.' });
  const approve = node('ask', 'wait.approval', { message: 'Refund?' });

  test('are sent when they complete, fail, are cancelled, and when a step waits for an approval', async () => {
    const webhook = await subscribe(['*']);
    const done = await app.seed.flow(owner, graph([start]));
    const failing = await app.seed.flow(owner, graph([start, stop], 'start>end'));
    const asking = await app.seed.flow(owner, graph([start, approve], 'start>ask'));
    const completed = await trigger(app, owner, done.id, { triggerData: { a: 1 } });
    const failed = await trigger(app, owner, failing.id);
    const cancelled = await trigger(app, owner, asking.id);
    await reached(app, owner, cancelled, ({ phase }) => phase === 'waiting');
    await arrived(webhook, 3);
    await ask(`POST /flows/executions/${cancelled}/cancel`);
    const events = (await arrived(webhook, 4)).map(({ event }) => event);
    const of = (type: string) => events.find((one) => one.type === type)?.data as Record<string, never> | undefined;
    expect(of('execution.completed')).toMatchObject({ execution: { id: completed }, flow: { id: done.id } });
    expect(of('execution.failed')).toMatchObject({ execution: { id: failed }, error: { message: 'No stock.' } });
    expect(of('execution.cancelled')).toMatchObject({ execution: { id: cancelled } });
    expect(of('approval.requested')).toMatchObject({ execution: { id: cancelled }, message: 'Refund?' });
  });

  test('cost nothing in a workspace without a webhook: the statements of an execution and of a change stay the same', async () => {
    const recorded = recordStatements(app);
    const flow = await app.seed.flow(owner, graph([start]));
    const labels = async () => {
      const all = await recorded(async () => {
        await reached(app, owner, await trigger(app, owner, flow.id));
        await newContact('Ana');
      });
      return all.filter(
        (label) => /webhook|notice/.test(label) && !/claim_webhooks|next_webhook|next_notice/.test(label),
      );
    };
    expect(await labels()).toEqual([]);
  });
});

describe('POST /events', () => {
  const event = node('start', 'trigger.crmEvent', { eventType: 'custom.order_paid' });
  const set = node('set', 'data.set', { assignments: [{ name: 'total', value: '{{triggerData.data.total}}' }] });
  const waitFlow = (key: string) => {
    const wait = node('wait', 'wait.event', { eventType: 'custom.order_shipped', key });
    return app.seed.flow(owner, graph([node('start', 'trigger.manual'), wait], 'start>wait'));
  };

  test('starts flows, goes out by webhook, and answers the same for the same id', async () => {
    await app.seed.flow(owner, {
      ...graph([event, set], 'start>set'),
      settings: { triggerType: 'crm_event', triggerConfig: { eventType: 'custom.order_paid' } },
    });
    const webhook = await subscribe(['custom.order_paid']);
    const body = { type: 'custom.order_paid', data: { total: 5 }, key: 'order-1', id: 'evt_1' };
    const first = await call('POST /events', body);
    expect(first.status).toBe(202);
    const { eventId, executionIds } = first.body.data as { eventId: string; executionIds: [string] };
    expect(eventId).toBe('evt_1');
    expect(executionIds).toHaveLength(1);
    expect((await reached(app, owner, executionIds[0])).status).toBe('completed');
    expect((await call('POST /events', body)).body.data).toEqual({ eventId, executionIds });
    expect((await call('POST /events', { ...body, data: {} })).status).toBe(409);
    const [sent] = (await arrived(webhook, 1)) as [ReceivedEvent];
    expect(sent.event).toMatchObject({ id: 'evt_1', type: 'custom.order_paid', data: { total: 5 } });
    expect(await deliveriesOf(webhook)).toHaveLength(1);
  });

  test('wakes the steps that wait for its key, also one that begins within ttlSeconds, each execution once', async () => {
    const send = (key: string, ttlSeconds = 0) =>
      ask('POST /events', { type: 'custom.order_shipped', data: { key }, key, ttlSeconds });
    const waiting = await trigger(app, owner, (await waitFlow('a')).id);
    await reached(app, owner, waiting, ({ phase }) => phase === 'waiting');
    await send('b', 600);
    await send('a');
    const woken = await reached(app, owner, waiting);
    expect(woken.output).toMatchObject({ type: 'custom.order_shipped', key: 'a' });
    const late = await reached(app, owner, await trigger(app, owner, (await waitFlow('b')).id));
    expect(late.output).toMatchObject({ key: 'b' });
  });

  test.each([
    [{ type: 'contact.created', data: {} }, 'type'],
    [{ type: 'custom.a', data: 'x' }, 'data'],
    [{ type: 'custom.a', data: { x: 'a'.repeat(256 * 1024) } }, 'data'],
    [{ type: 'custom.a', data: {}, id: 'a b' }, 'id'],
    [{ type: 'custom.a', data: {}, key: '' }, 'key'],
    [{ type: 'custom.a', data: {}, ttlSeconds: -1 }, 'ttlSeconds'],
    [{ type: 'custom.a', data: {}, ttlSeconds: 86_401 }, 'ttlSeconds'],
  ])('refuses bad input, naming the field (%#)', async (input, field) => {
    const { status, body } = await call('POST /events', input);
    expect(status).toBe(400);
    expect(body.error.details?.[0]?.field).toMatch(new RegExp(`^(input\\.)?${field}`));
  });

  test('asks for crmEvents:write', async () => {
    const reader = await app.seed.apiKey(owner, ['crmEvents:read', 'webhooks:read']);
    const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/events`, {
      as: reader,
      body: { type: 'custom.a', data: {} },
    });
    expect(answer.status).toBe(403);
  });
});
