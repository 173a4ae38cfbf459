import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pastSlots } from '../../../../src/contexts/automation/rates/delete-past.js';
import { lateMsAtMost, reserveSlot } from '../../../../src/contexts/automation/rates/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let server: Server;
/** When each request arrived, by its path. */
let arrivals: { path: string; at: number }[] = [];

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  server = createServer(({ url = '' }, response) => {
    arrivals.push({ path: url, at: Date.now() });
    response.writeHead(url.startsWith('/busy') ? 503 : 200, { 'content-type': 'application/json' }).end('[1]');
  }).listen(0);
}, 60_000);

beforeEach(async () => {
  arrivals = [];
  owner = await app.seed.owner();
});

afterAll(async () => {
  server.close();
  await app.stop();
});

const slots = () =>
  app.services.db.pool.query<{ seconds: number }>(
    'select extract(epoch from next_at - now())::float8 as seconds from rate_slots where workspace_id = $1',
    [owner.workspaceId],
  );

/** A flow that sends one request. */
async function flowWith(data: object, as = owner, path = '/'): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const ask = node('ask', 'http.request', { method: 'GET', url: `http://127.0.0.1:${port}${path}`, ...data });
  const { id } = await app.seed.flow(as, graph([node('start', 'trigger.manual'), ask], 'start>ask'));
  return id;
}

const isOver = ({ status, phase }: SeenExecution) => status !== 'running' || phase === 'waiting';

async function run(flowId: string, as = owner, triggerData: object = {}) {
  const execution = await reached(app, as, await trigger(app, as, flowId, { triggerData }), isOver);
  const { rows } = await app.services.db.pool.query<{ seconds: number | null; attempts: unknown }>(
    `select extract(epoch from resume_at - now())::float8 as seconds, attempts from execution_steps
     where execution_id = $1 and node_id = 'ask'`,
    [execution.id],
  );
  const step = execution.steps.find(({ nodeId }) => nodeId === 'ask');
  return { ...execution, step, seconds: rows[0]?.seconds ?? null, attempts: rows[0]?.attempts };
}

describe('slots', () => {
  test.each([
    [5, 1],
    [7, 3],
    [1_000, 1],
  ])(
    'of 1,000 parallel reservations never exceed %d in any %d seconds',
    async (count, seconds) => {
      const rate = { workspaceId: owner.workspaceId, key: 'many', count, seconds };
      const all = await Promise.all(Array.from({ length: 1_000 }, () => reserveSlot(app.services.db, rate)));
      const sorted = all.map(Number).sort((one, other) => one - other);
      const windows = sorted.slice(count).map((at, n) => at - (sorted[n] as number));
      // The last call of a window may start late, and the first one of the next window in time.
      expect(Math.min(...windows, Infinity)).toBeGreaterThan(seconds * 1_000 + lateMsAtMost(rate) - 0.01);
      expect(Math.max(...windows, 0)).toBeLessThan(seconds * 1_100 + 1_000);
    },
    60_000,
  );

  test('are given in the order in which they are asked for', async () => {
    const rate = { workspaceId: owner.workspaceId, key: 'order', count: 2, seconds: 60 };
    const given: number[] = [];
    for (let n = 0; n < 5; n++) given.push(Number(await reserveSlot(app.services.db, rate)));
    expect(given).toEqual(given.toSorted((one, other) => one - other));
    expect((given[4] as number) - (given[0] as number)).toBeCloseTo(122_000, 0);
  });

  test('are not reserved more than a day ahead, and a refusal takes none', async () => {
    const rate = { workspaceId: owner.workspaceId, key: 'day', count: 1, seconds: 86_400 };
    const given = [];
    for (let n = 0; n < 4; n++) given.push(await reserveSlot(app.services.db, rate));
    expect(given).toEqual([expect.any(Number), expect.any(Number), null, null]);
    expect((await slots()).rows).toHaveLength(1);
  });

  test('that are past are deleted, and no others', async () => {
    const rate = { workspaceId: owner.workspaceId, count: 1, seconds: 3_600 };
    for (const key of ['past', 'next']) await reserveSlot(app.services.db, { ...rate, key });
    await app.services.db.pool.query(
      `update rate_slots set next_at = now() where workspace_id = $1 and key = encode(sha256('past'), 'hex')`,
      [owner.workspaceId],
    );
    await pastSlots(app.services).work(new AbortController().signal);
    const { rows } = await slots();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBeGreaterThan(3_000);
  });
});

describe('the rate of a request', () => {
  const hourly = { count: 1, seconds: 3_600 };

  test('holds for executions of different flows, whose steps wait without a worker and without an attempt', async () => {
    const [one, other] = [await flowWith({ rate: hourly }), await flowWith({ rate: hourly }, owner, '/other')];
    expect(await run(one)).toMatchObject({ status: 'completed' });
    const second = await run(other);
    expect(second).toMatchObject({ status: 'running', phase: 'waiting', attempts: null });
    expect(second.step).toMatchObject({ status: 'waiting', attempt: 1, error: { code: 'RATE_WAIT' } });
    expect(second.seconds).toBeGreaterThan(3_500);
    expect(second.seconds).toBeLessThanOrEqual(3_601);
    // The next one waits behind it.
    expect((await run(one)).seconds).toBeGreaterThan(7_100);
    expect(arrivals.map(({ path }) => path)).toEqual(['/']);
  });

  test('is that of its own workspace', async () => {
    expect((await run(await flowWith({ rate: hourly }))).status).toBe('completed');
    const stranger = await app.seed.owner();
    expect((await run(await flowWith({ rate: hourly }, stranger), stranger)).status).toBe('completed');
  });

  test('is that of its key, which expressions give', async () => {
    const flow = await flowWith({ rate: { ...hourly, key: 'account {{triggerData.account}}' } });
    expect((await run(flow, owner, { account: 1 })).status).toBe('completed');
    expect((await run(flow, owner, { account: 2 })).status).toBe('completed');
    expect((await run(flow, owner, { account: 1 })).phase).toBe('waiting');
    const { error } = await run(await flowWith({ rate: { ...hourly, key: '{{triggerData.none}}' } }));
    expect(error).toMatchObject({ code: 'FIELD_REQUIRED', message: expect.stringContaining('rate.key') });
  });

  test('is continued at its slot as the same attempt', async () => {
    const flow = await flowWith({ rate: { count: 1, seconds: 4 } });
    const [first, second] = await Promise.all([trigger(app, owner, flow), trigger(app, owner, flow)]);
    await reached(app, owner, first);
    await reached(app, owner, second);
    const { rows } = await app.services.db.pool.query(
      `select status, attempt, attempts, interruptions, error, resume_at from execution_steps
       where execution_id = any($1) and node_id = 'ask'`,
      [[first, second]],
    );
    const ended = { status: 'completed', attempt: 1, attempts: null, interruptions: 0, error: null, resume_at: null };
    expect(rows).toEqual([ended, ended]);
    // The rate is that of their starts, from which a request takes some time to arrive.
    const [one, other] = arrivals;
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(3_500);
  }, 60_000);

  test('gives another slot to a step that has missed its own', async () => {
    const flow = await flowWith({ rate: hourly });
    await run(flow);
    const waiting = await run(flow);
    const late = { steps: ['execution_steps', 'resume_at'], claims: ['execution_claims', 'due_at'] };
    for (const [table, column] of Object.values(late))
      await app.services.db.pool.query(
        `update ${table} set ${column} = now() - interval '5 minutes' where execution_id = $1 and ${column} is not null`,
        [waiting.id],
      );
    const again = await reached(
      app,
      owner,
      waiting.id,
      ({ steps, phase }) =>
        phase === 'waiting' &&
        steps.some(({ error }) => error !== null && error.message !== waiting.step?.error?.message),
    );
    expect(again.steps.find(({ nodeId }) => nodeId === 'ask')).toMatchObject({ status: 'waiting', attempt: 1 });
    expect(arrivals).toHaveLength(1);
  }, 60_000);

  test('counts each attempt', async () => {
    const flow = await flowWith({ rate: hourly, retry: { attempts: 2, backoffSeconds: 0.1 } }, owner, '/busy');
    const id = await trigger(app, owner, flow);
    const { steps } = await reached(app, owner, id, (execution) =>
      execution.steps.some(({ error, attempt }) => error?.code === 'RATE_WAIT' && attempt === 2),
    );
    expect(steps.find(({ nodeId }) => nodeId === 'ask')).toMatchObject({ status: 'waiting', attempt: 2 });
    expect(arrivals).toHaveLength(1);
  });

  test('counts each page, and does not let a step wait with its pages for an hour', async () => {
    const flow = await flowWith({ rate: hourly, pagination: { type: 'page' } });
    const { status, error } = await run(flow);
    expect({ status, error }).toMatchObject({ status: 'failed', error: { code: 'RATE_WAIT' } });
    expect(error?.message).toContain('rate');
    expect(arrivals).toHaveLength(1);
  });

  test('ends a wait that is cancelled', async () => {
    const flow = await flowWith({ rate: hourly });
    await run(flow);
    const { id } = await run(flow);
    const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`;
    expect((await app.rest(`POST ${path}`, { as: owner.token })).status).toBe(200);
    expect((await reached(app, owner, id)).status).toBe('cancelled');
  });

  test('fails a call that would wait longer than a day', async () => {
    const flow = await flowWith({ rate: { count: 1, seconds: 86_400 } });
    expect((await run(flow)).status).toBe('completed');
    expect((await run(flow)).phase).toBe('waiting');
    const { error } = await run(flow);
    expect(error).toMatchObject({ code: 'RATE_WAIT', message: expect.stringContaining('24 hours by the rate of') });
  });

  test('reserves nothing in a simulation', async () => {
    const flow = await flowWith({ rate: hourly });
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow}/simulate`, {
      as: owner.token,
      body: {},
    });
    expect(body.error ?? null).toBeNull();
    const { executionId, id = executionId } = body.data as { executionId: string; id?: string };
    expect((await reached(app, owner, id)).status).toBe('completed');
    expect((await slots()).rows).toEqual([]);
  });

  test.each([
    [{ count: 0, seconds: 1 }, 'rate.count'],
    [{ count: 1_001, seconds: 1 }, 'rate.count'],
    [{ count: 1.5, seconds: 1 }, 'rate.count'],
    [{ count: 1 }, 'rate.seconds'],
    [{ count: 1, seconds: 86_401 }, 'rate.seconds'],
    [{ count: 1, seconds: 1, key: 'k'.repeat(201) }, 'rate.key'],
    [{ count: 1, seconds: 1, key: '{{boveda.api_key}}' }, 'rate.key'],
  ])('is refused by validation: %j', async (rate, field) => {
    const content = graph(
      [node('start', 'trigger.manual'), node('ask', 'http.request', { method: 'GET', url: 'https://a.example', rate })],
      'start>ask',
    );
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/validate`, {
      as: owner.token,
      body: content,
    });
    expect(JSON.stringify(body)).toContain(field);
  });
});
