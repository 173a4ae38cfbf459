import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { rightToReceive } from '../../../../src/contexts/automation/webhooks/index.js';
import { webhookEventNames } from '../../../../src/contexts/automation/webhooks/webhook-events.js';
import { capabilities } from '../../../../src/platform/access/capabilities.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, type Person } from '../../accounts/members/people.js';
import { type Receiver, startReceiver } from './receiver.js';

let app: TestApp;
let receiver: Receiver;
let owner: Owner;
let paths = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ worker: true });
});
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterEach(() => receiver.answers.clear());
afterAll(async () => {
  await app.stop();
  receiver.stop();
});

const own = ['webhooks:read', 'webhooks:write'];

interface SeenDelivery {
  id: string;
  eventType: string;
  status: string;
  body: string | null;
  response: { body: string } | null;
  attempts: { error: string | null }[];
}

async function call(route: string, as: string, body?: unknown) {
  const [method, path] = route.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as, ...(body !== undefined && { body }) });
}

async function ask<T>(route: string, as: string, body?: unknown): Promise<T> {
  const answer = await call(route, as, body);
  if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as T;
}

async function subscribe(as: string, events: string[]): Promise<{ id: string; path: string }> {
  paths += 1;
  const path = `/rights-${paths}`;
  const { id } = await ask<{ id: string }>('POST /webhooks', as, { url: receiver.url + path, events });
  return { id, path };
}

const deliveriesOf = (id: string, as: string) => ask<SeenDelivery[]>(`GET /webhooks/${id}/deliveries?limit=100`, as);

/** The deliveries of a webhook, as an owner sees them, once all of at least `count` have ended. */
const ended = (id: string, count: number) =>
  waitFor(async () => {
    const all = await deliveriesOf(id, owner.token);
    return all.length >= count && all.every(({ status }) => status !== 'pending') ? all : null;
  });

const everyType = [...webhookEventNames, 'custom.order_paid'];

test('each event is received with its capability and what webhooks require, and with no other alone', async () => {
  for (const type of everyType) {
    const right = rightToReceive(type);
    if (right === 'membership') continue;
    const without = await app.seed.apiKey(
      owner,
      [...capabilities].filter((one) => one !== right || own.includes(one)),
    );
    const refused = await call('POST /webhooks', without, {
      url: receiver.url,
      events: ['workspace.quota_reached', type],
    });
    const words =
      right === 'webhooks:read' ? undefined : expect.stringContaining(`event ${type} requires the capability ${right}`);
    expect([type, refused.status, refused.body.error?.message]).toEqual([type, words ? 403 : 201, words]);
    const exact = await app.seed.apiKey(owner, [...new Set([...own, right as string])]);
    const accepted = await ask<{ id: string }>('POST /webhooks', exact, { url: receiver.url, events: [type] });
    const all = await ask<{ id: string }[]>('GET /webhooks?limit=100', owner.token);
    for (const { id } of all) await ask(`DELETE /webhooks/${id}`, owner.token);
    expect(accepted.id).toBeDefined();
  }
}, 60_000);

test('a change of the URL or the events, and a new start, ask again; a pause does not', async () => {
  const key = await app.seed.apiKey(owner, own);
  const { id } = await subscribe(owner.token, ['contact.created']);
  for (const change of [
    { url: `${receiver.url}/elsewhere` },
    { events: ['contact.created', 'workspace.quota_reached'] },
    { isActive: true },
  ]) {
    expect([change, (await call(`PATCH /webhooks/${id}`, key, change)).status]).toEqual([change, 403]);
  }
  expect((await call(`PATCH /webhooks/${id}`, key, { isActive: false, description: 'Paused.' })).status).toBe(200);
});

test('all events are those that it may read: no delivery of another one exists', async () => {
  const { path, id } = await subscribe(await app.seed.apiKey(owner, [...own, 'contacts:read']), ['*']);
  const silent = await subscribe(await app.seed.apiKey(owner, own), ['*']);
  const everything = await subscribe(owner.token, ['*']);
  const contact = await ask<{ id: string }>('POST /contacts', owner.token, { name: 'Ada' });
  await ask('POST /events', owner.token, { type: 'custom.paid', data: { secret: 'spied' } });
  await ask('POST /conversations', owner.token, { contactId: contact.id, channel: 'webchat' });
  const all = await ended(everything.id, 3);
  expect(all.map(({ eventType }) => eventType).sort()).toEqual([
    'contact.created',
    'conversation.created',
    'custom.paid',
  ]);
  expect((await ended(id, 1)).map(({ eventType }) => eventType)).toEqual(['contact.created']);
  expect(receiver.at(path).map(({ event }) => event.type)).toEqual(['contact.created']);
  expect(await deliveriesOf(silent.id, owner.token)).toEqual([]);
});

test('deliveries show what was sent and answered to those only who may read the event', async () => {
  const { id, path } = await subscribe(owner.token, ['contact.created', 'workspace.quota_reached']);
  receiver.answers.set(path, { status: 200, body: 'thanks for Ada' });
  await ask('POST /contacts', owner.token, { name: 'Ada' });
  const [delivery] = await ended(id, 1);
  expect([delivery?.body, delivery?.response?.body]).toEqual([expect.stringContaining('Ada'), 'thanks for Ada']);
  const key = await app.seed.apiKey(owner, own);
  const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
  await deny(viewer, 'VIEWER', ['contacts:read']);
  for (const as of [key, viewer.token]) {
    const answers = [
      await call(`GET /webhooks/${id}/deliveries`, as),
      await call(`GET /webhooks/${id}/deliveries/${delivery?.id}`, as),
      await app.graphql(
        `query ($workspaceId: ID!, $id: ID!) { workspace(id: $workspaceId) { webhook(id: $id) { deliveries { items { id body response { body } } } } } }`,
        { workspaceId: owner.workspaceId, id },
        as,
      ),
    ];
    expect(JSON.stringify(answers)).toContain(delivery?.id);
    expect(JSON.stringify(answers)).not.toContain('Ada');
  }
  expect((await call(`POST /webhooks/${id}/deliveries/${delivery?.id}/redeliver`, key)).status).toBe(403);
  const reader = await app.seed.apiKey(owner, [...own, 'contacts:read']);
  expect((await deliveriesOf(id, reader))[0]?.body).toContain('Ada');
  expect((await call(`POST /webhooks/${id}/deliveries/${delivery?.id}/redeliver`, reader)).status).toBe(202);
});

async function deny({ userId }: Person, role: string, deniedCapabilities: string[]): Promise<void> {
  await ask(`PATCH /members/${userId}/role`, owner.token, { role, deniedCapabilities });
}

test('an event is not sent once the webhook runs as somebody who lost the right: the delivery says so', async () => {
  const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
  const { id, path } = await subscribe(editor.token, ['contact.created', 'conversation.created']);
  await ask('POST /contacts', owner.token, { name: 'Ada' });
  const [first] = await ended(id, 1);
  await app.services.db.pool.query('update members set denied_capabilities = $2 where user_id = $1', [
    editor.userId,
    ['contacts:read'],
  ]);
  await ask('POST /contacts', owner.token, { name: 'Bob' });
  await ask(`POST /webhooks/${id}/deliveries/${first?.id}/redeliver`, owner.token);
  const refused = (await ended(id, 3)).filter(({ status }) => status === 'cancelled');
  expect(refused.map(({ attempts }) => attempts.at(-1)?.error)).toEqual([
    expect.stringContaining('RUN_AS_FORBIDDEN: The event contact.created requires the capability contacts:read'),
    expect.stringContaining('RUN_AS_FORBIDDEN'),
  ]);
  expect(receiver.at(path).map(({ body }) => body.includes('Ada'))).toEqual([true]);
  await deny(editor, 'EDITOR', []);
  await ask('POST /contacts', owner.token, { name: 'Cleo' });
  await waitFor(() => (receiver.at(path).length === 2 ? true : null));
});

test('a webhook that runs as a member who was removed receives nothing, not even what every member may read', async () => {
  const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
  const { id, path } = await subscribe(editor.token, ['contact.created', 'workspace.quota_reached']);
  await ask(`DELETE /members/${editor.userId}`, owner.token);
  // As one that is switched on at the same time.
  await app.services.db.pool.query('update webhooks set is_active = true where id = $1', [id]);
  await ask('POST /contacts', owner.token, { name: 'Dee' });
  await ask(`POST /webhooks/${id}/test`, owner.token);
  const all = await ended(id, 2);
  expect(all.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  const errors = all.map(({ attempts }) => attempts.at(-1)?.error).join('\n');
  expect(errors).toContain('The event webhook.test requires membership of the workspace, which');
  expect(receiver.at(path)).toEqual([]);
});
