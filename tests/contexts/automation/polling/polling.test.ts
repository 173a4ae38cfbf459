import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { claimPolls } from '../../../../src/contexts/automation/polling/claim-polls.js';
import { performPoll } from '../../../../src/contexts/automation/polling/perform-poll.js';
import { settlePoll } from '../../../../src/contexts/automation/polling/settle-poll.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let database: TestDatabase;
let app: TestApp;
let owner: Owner;
let server: Server;
let origin: string;
/** What the source answers, and what it was asked. */
let answer: { status: number; type: string; body: string };
let asked: IncomingMessage[];

beforeAll(async () => {
  // Without a worker: each test makes the polls itself.
  database = await createTestDatabase();
  app = await startTestApp({ database });
  server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }).listen(0);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
beforeEach(async () => {
  owner = await app.seed.owner();
  asked = [];
  give([]);
});
afterAll(async () => {
  server.close();
  await app.stop();
  await database.drop();
});

function give(body: unknown, type = 'application/json', status = 200): void {
  answer = { status, type, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

const orders = (...ids: number[]) => ids.map((id) => ({ id, total: id * 10 }));

async function begin(type: string, data: object): Promise<string> {
  const echo = node('echo', 'data.transform', { expression: 'triggerData' });
  return (await app.seed.flow(owner, graph([node('source', type, { ...data }), echo], 'source>echo'))).id;
}

const poller = (data: object = {}) => begin('trigger.poll', { request: { url: `${origin}/orders` }, ...data });

const query = (text: string, ...values: unknown[]) => app.services.db.pool.query(text, values);

/** Claims the poll of the owner, however long it would wait. */
async function claim() {
  await query(
    `update flow_triggers set due_at = now() - interval '1 second' where workspace_id = $1 and due_at is not null`,
    owner.workspaceId,
  );
  const claimed = await claimPolls(app.services.db.pool, [], 100);
  const own = claimed.filter(({ workspaceId }) => workspaceId === owner.workspaceId);
  return own[0] as NonNullable<(typeof own)[0]>;
}

const never = new AbortController().signal;

const perform = (claimed: Awaited<ReturnType<typeof claim>>) =>
  performPoll(app.services, claimed, { stopping: never, timeout: never });

/** One whole poll. @returns the number of executions that it started */
async function poll(): Promise<number | null> {
  const claimed = await claim();
  return settlePoll(app.services, claimed, await perform(claimed));
}

interface Started {
  trigger: string;
  triggerNodeId: string;
  data: Record<string, unknown>;
}

async function started(): Promise<Started[]> {
  const { rows } = await query(
    `select trigger, trigger_node_id as "triggerNodeId", trigger_data as data from executions where workspace_id = $1 order by id`,
    owner.workspaceId,
  );
  return rows as Started[];
}

async function triggerOf(flowId: string) {
  const path = `GET /workspaces/${owner.workspaceId}/flows/${flowId}`;
  const { body } = await app.rest(path, { as: owner.token });
  return (body.data as { triggers: Record<string, unknown>[] }).triggers[0] as Record<string, unknown>;
}

describe('a trigger that polls an API', () => {
  test('remembers what is there at first, and then starts the flow once for each new item', async () => {
    give(orders(1, 2));
    const flowId = await poller();
    expect(await poll()).toBe(0);
    give(orders(4, 3, 2, 1));
    expect(await poll()).toBe(2);
    expect(await poll()).toBe(0);
    expect(await started()).toEqual([
      { trigger: 'poll', triggerNodeId: 'source', data: { id: 4, total: 40 } },
      { trigger: 'poll', triggerNodeId: 'source', data: { id: 3, total: 30 } },
    ]);
    expect(await triggerOf(flowId)).toMatchObject({ type: 'poll', isActive: true, failureCode: null });
    // A later version of the flow that leaves the trigger as it is goes on.
    await app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${flowId}`, { as: owner.token, body: { name: 'B' } });
    give(orders(5, 4));
    expect(await poll()).toBe(1);
  });

  test('finds the list and the keys by their paths, and sends the cursor', async () => {
    give({ data: { list: [{ ref: { no: 'A' } }] }, next: 'c1' });
    await poller({
      request: { url: `${origin}/orders`, query: { since: '{{default(triggerData.cursor, "start")}}' } },
      items: 'data.list',
      key: 'ref.no',
      cursor: 'next',
    });
    await poll();
    give({ data: { list: [{ ref: { no: 'A' } }, { ref: { no: 'B' } }] } });
    expect([await poll(), await poll()]).toEqual([1, 0]);
    expect(asked.map(({ url }) => url)).toEqual(['/orders?since=start', '/orders?since=c1', '/orders?since=c1']);
  });

  test('sends secrets, which stand nowhere in what it starts', async () => {
    const body = { name: 'api_key', value: 'a-very-secret-key', allowedHosts: ['127.0.0.1'] };
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, { as: owner.token, body });
    await poller({ request: { url: `${origin}/orders`, auth: { type: 'bearer', token: '{{boveda.api_key}}' } } });
    await poll();
    give([{ id: 1, echo: 'Bearer a-very-secret-key' }]);
    expect(await poll()).toBe(1);
    expect(asked[1]?.headers.authorization).toBe('Bearer a-very-secret-key');
    expect(JSON.stringify(await started())).not.toContain('a-very-secret-key');
  });

  test('says what is wrong with an answer, waits longer after each failure, and loses nothing', async () => {
    give(orders(1));
    const flowId = await poller({ everySeconds: 60 });
    await poll();
    const pauses: number[] = [];
    const failing = [
      ['no list', { orders: [] }, 200, 'SOURCE_INVALID', /No list was found: the body is not one/],
      ['no key', [{ name: 'x' }], 200, 'SOURCE_INVALID', /The item 0 has no id/],
      ['down', 'Busy', 503, 'HTTP_STATUS', /returned the status 503/],
    ] as const;
    for (const [, body, status, code, message] of failing) {
      give(body, 'application/json', status);
      expect(await poll()).toBe(0);
      const { failureCode, failureMessage, nextAt } = await triggerOf(flowId);
      expect([failureCode, failureMessage]).toEqual([code, expect.stringMatching(message)]);
      pauses.push(Math.round((Date.parse(String(nextAt)) - Date.now()) / 60_000));
    }
    expect(pauses).toEqual([1, 2, 4]);
    give(orders(2, 1));
    expect(await poll()).toBe(1);
    expect((await triggerOf(flowId)).failingSince).toBeNull();
  });

  test('publishes once that each poll of an hour has failed, until one succeeds', async () => {
    const alarm = graph(
      [
        node('alarm', 'trigger.crmEvent', { eventType: 'source.failed' }),
        node('echo', 'data.transform', { expression: 'triggerData' }),
      ],
      'alarm>echo',
    );
    await app.seed.flow(owner, alarm);
    const flowId = await poller();
    const anHourLater = () =>
      query(
        `update flow_triggers set poll = jsonb_set(poll::jsonb, '{error,since}', '"2026-01-05T09:00:00.000Z"') where flow_id = $1`,
        flowId,
      );
    const fail = async () => {
      give('Busy', 'application/json', 503);
      await poll();
    };
    await fail();
    expect(await started()).toEqual([]);
    await anHourLater();
    for (let n = 0; n < 3; n += 1) await fail();
    expect((await started()).map(({ data }) => data.data)).toEqual([
      {
        flowId,
        flowName: expect.any(String),
        nodeId: 'source',
        code: 'HTTP_STATUS',
        message: expect.stringContaining('503'),
        failingSince: '2026-01-05T09:00:00.000Z',
      },
    ]);
    give([]);
    await poll();
    await fail();
    await anHourLater();
    await fail();
    expect(await started()).toHaveLength(2);
  });

  test('fails where its source takes too long', async () => {
    await poller();
    const claimed = await claim();
    const end = await performPoll(app.services, claimed, { stopping: never, timeout: AbortSignal.abort() });
    expect(end).toMatchObject({ error: { code: 'STEP_TIMEOUT' } });
  });

  test('has no effect where another process took over, or the flow was paused meanwhile', async () => {
    give(orders(1));
    const flowId = await poller();
    await poll();
    give(orders(2, 1));
    const late = await claim();
    const found = await perform(late);
    expect(await poll()).toBe(1);
    expect(await settlePoll(app.services, late, found)).toBeNull();
    expect(await started()).toHaveLength(1);
    give(orders(3));
    const pausing = await claim();
    const unused = await perform(pausing);
    const path = `PATCH /workspaces/${owner.workspaceId}/flows/${flowId}`;
    await app.rest(path, { as: owner.token, body: { isActive: false } });
    expect(await settlePoll(app.services, pausing, unused)).toBeNull();
    expect(await started()).toHaveLength(1);
    // What appeared while it was paused is remembered when it is activated again.
    await app.rest(path, { as: owner.token, body: { isActive: true } });
    expect(await poll()).toBe(0);
    give(orders(4, 3));
    expect(await poll()).toBe(1);
  });

  test('starts a thousand executions at a time, and the rest at once after them', async () => {
    await poller();
    await poll();
    give(orders(...Array.from({ length: 1_200 }, (_, n) => n)));
    expect([await poll(), await poll(), await poll()]).toEqual([1_000, 200, 0]);
  });

  test('is refused with the field that is wrong', async () => {
    const flow = graph(
      [
        node('source', 'trigger.poll', { request: { url: 'ftp://x' }, everySeconds: 1 }),
        node('end', 'data.transform', { expression: '1' }),
      ],
      'source>end',
    );
    const { id } = await app.seed.flow(owner, flow, false);
    const path = `PATCH /workspaces/${owner.workspaceId}/flows/${id}`;
    const { status, body } = await app.rest(path, { as: owner.token, body: { isActive: true } });
    expect([status, body.error.details?.map(({ field }) => field).sort()]).toEqual([
      400,
      ['everySeconds', 'request.url'],
    ]);
  });
});

test('a feed starts the flow once for each new entry, the oldest first', async () => {
  const entry = (n: number) => `<item><guid>${n}</guid><title>Post ${n}</title></item>`;
  const rss = (...entries: number[]) =>
    give(`<rss version="2.0"><channel><title>News</title>${entries.map(entry).join('')}</channel></rss>`, 'text/xml');
  rss(1);
  await begin('trigger.feed', { url: `${origin}/feed` });
  await poll();
  rss(3, 2, 1);
  expect([await poll(), await poll()]).toEqual([2, 0]);
  expect((await started()).map(({ trigger, data }) => [trigger, data.title])).toEqual([
    ['feed', 'Post 2'],
    ['feed', 'Post 3'],
  ]);
  give('no feed', 'text/plain');
  expect(await poll()).toBe(0);
});

test('a page starts the flow each time the watched text changes, also back to what it was', async () => {
  const page = (price: string) => give(`<h1>${Math.random()}</h1><p class="price">${price}</p>`, 'text/html');
  page('€ 14');
  const flowId = await begin('trigger.pageChange', { url: `${origin}/p`, selector: '.price' });
  await poll();
  const counts: unknown[] = [];
  for (const price of ['€ 14', '€ 12', '€ 12', '€ 14', '€ 12']) {
    page(price);
    counts.push(await poll());
  }
  expect(counts).toEqual([0, 1, 0, 1, 1]);
  expect((await started()).map(({ data }) => [data.previous, data.text])).toEqual([
    ['€ 14', '€ 12'],
    ['€ 12', '€ 14'],
    ['€ 14', '€ 12'],
  ]);
  give('<p>Gone</p>', 'text/html');
  await poll();
  expect((await triggerOf(flowId)).failureMessage).toBe('Nothing on the page matches .price.');
});

test('workers poll what is due, each source as often as it says, in any number of processes', async () => {
  const workers = await Promise.all([
    startTestApp({ database, worker: true }),
    startTestApp({ database, worker: true }),
  ]);
  give(orders(1));
  const flowId = await poller({ everySeconds: 5 });
  await waitFor(async () => (await triggerOf(flowId)).polledAt !== null);
  give(orders(2, 1));
  await query(`update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1`, flowId);
  await waitFor(async () => (await started()).length > 0);
  expect(await started()).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.stop()));
}, 60_000);
