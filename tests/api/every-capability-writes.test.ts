import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rightToReceive } from '../../src/contexts/automation/webhooks/index.js';
import { webhookEventNames } from '../../src/contexts/automation/webhooks/webhook-events.js';
import { type Capability, capabilities } from '../../src/platform/access/capabilities.js';
import { everyRead, kindsIn, MarkedWorld, ownerOf, readOf } from './every-capability.js';
import { type Answered, answerOf, isDeletion, keyMutations, mayShow } from './every-capability-writes.js';
import { restOperations } from './naughty/rest-operations.js';

/** They need something in another state than the world has. */
const otherStates = [
  'cancelExecution',
  'cancelJob',
  'connectConnection',
  // Its name is taken.
  'createConnection',
  'redeliverWebhookDelivery',
  'regenerateWebhookToken',
  'rescrapeCompanyContext',
  'resumeCampaign',
  'sendCampaign',
];

const world = new MarkedWorld();
const answers = new Map<string, Answered>();
/** Webhooks of all events, by the only capability besides those of webhooks that their owner has; null for none. */
const subscribed = new Map<Capability | null, string>();

/** The capabilities that receive events. */
const rights = new Set([...webhookEventNames, 'custom.paid'].map(rightToReceive));
const receiving = [null, ...capabilities.filter((capability) => rights.has(capability))];

beforeAll(async () => {
  await world.open(restOperations(world));
  // First: it makes room for itself.
  await answer('createWebhook');
  for (const right of receiving) subscribed.set(right, await subscribe(right));
  for (const { name } of keyMutations) if (!answers.has(name)) await answer(name);
}, 180_000);
afterAll(() => world.close());

async function answer(name: string): Promise<void> {
  const mutation = keyMutations.find((one) => one.name === name);
  if (mutation) answers.set(name, await answerOf(world, mutation));
}

async function subscribe(right: Capability | null): Promise<string> {
  const held = new Set(['webhooks:read', 'webhooks:write', ...(right ? [right] : [])]);
  const as = await world.app.seed.apiKey(ownerOf(world), [...held]);
  const body = { url: 'https://hooks.example.com/all', events: ['*'] };
  const made = await world.app.rest(`POST /workspaces/${world.ids.workspaceId}/webhooks`, { as, body });
  expect(made.status).toBe(201);
  return (made.body.data as { id: string }).id;
}

test('each mutation answers texts of what it changes only', () => {
  const leaks = [...answers].flatMap(([name, { data, held }]) =>
    kindsIn(data)
      .filter((kind) => !mayShow(kind, held))
      .map((kind) => `${name} with ${held} answers ${kind}`),
  );
  expect(leaks).toEqual([]);
});

test('each mutation is answered with the capabilities that it asks for', () => {
  const refused = [...answers].filter(([name, { error }]) => error !== null && !isDeletion({ name }));
  expect(refused.map(([name]) => name).sort()).toEqual(otherStates);
});

test('each webhook of all events receives texts of records that its owner may read', async () => {
  const leaks: string[] = [];
  const received = new Set<string>();
  for (const [right, id] of subscribed) {
    const path = `GET /workspaces/${world.ids.workspaceId}/webhooks/${id}/deliveries?limit=100`;
    const { data } = (await world.app.rest(path, { as: world.caller })).body;
    for (const kind of kindsIn(data)) {
      received.add(kind);
      if (readOf.get(kind) !== right) leaks.push(`${right} receives ${kind}`);
    }
  }
  expect(leaks).toEqual([]);
  expect([...received]).toEqual(expect.arrayContaining(['contact', 'opportunity', 'message', 'calendarevent']));
});

test('the audit log of all of this shows texts to who may read their records', async () => {
  const log = everyRead(world).filter(({ name }) => /audit/i.test(name));
  const leaks: string[] = [];
  for (const capability of new Set(readOf.values())) {
    const as = await world.app.seed.apiKey(ownerOf(world), ['audit:read', capability]);
    const seen = new Set((await Promise.all(log.map(({ ask }) => ask(as)))).flatMap(kindsIn));
    const others = [...seen].filter((kind) => readOf.get(kind) !== capability);
    leaks.push(...others.map((kind) => `${capability} sees ${kind}`));
  }
  expect(leaks).toEqual([]);
}, 60_000);
