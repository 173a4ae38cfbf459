import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { executionFeed } from '../../src/contexts/automation/executions/live/execution-feed.js';
import { changeFeed } from '../../src/contexts/insight/changes/change-feed.js';
import { poolShares } from '../../src/platform/database/connection-needs.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
});
afterAll(() => app.stop());

interface Prepared {
  name: string;
  statement: string;
  generic: number;
  custom: number;
}

const preparedSql =
  'select name, statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements';

test('the statements of executions are planned for all values from their first use on', async () => {
  const owner = await app.seed.owner();
  const content = graph([node('start', 'trigger.manual')]);
  const flow = await app.seed.flow(owner, content);
  // Stored as a blob, which no few connections are to wait for.
  const large = await trigger(app, owner, flow.id, { triggerData: { text: 'x'.repeat(100_000) } });
  await reached(app, owner, large);
  for (let count = 0; count < 3; count++) await reached(app, owner, await trigger(app, owner, flow.id));
  const { hotPool, pool } = app.services.db;
  expect(hotPool).not.toBe(pool);
  const rows = await everyPrepared(hotPool);
  expect(rows.filter(({ name }) => name === 'start_runs').length).toBeGreaterThan(0);
  expect(rows.filter(({ custom }) => custom > 0)).toEqual([]);
  expect(rows.filter(({ statement }) => /into blobs|from blobs/.test(statement))).toEqual([]);
});

test('the statements that follow events and changes are planned for all values from their first use on', async () => {
  const owner = await app.seed.owner();
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const { db } = app.services;
  const topic = { workspaceId: owner.workspaceId };
  const events: unknown[] = [];
  const inbox = { push: (event: unknown) => void events.push(event), overflow: () => undefined };
  const followed = [
    app.services.get(executionFeed).follow({ topic, inbox }),
    app.services.get(changeFeed).follow({ topic: { ...topic, types: ['flow'] }, inbox }),
  ];
  await Promise.all(followed.map(({ start }) => start));
  await reached(app, owner, await trigger(app, owner, flow.id));
  await waitFor(() => events.length > 0);
  for (const { stop } of followed) stop();
  const prepared = await everyPrepared(db.hotPool);
  const read = (name: string) => prepared.filter(({ statement }) => statement.includes(`/* ${name} */`));
  for (const name of ['read_event_feed', 'read_event_executions', 'read_change_feed']) {
    expect({ name, plans: read(name).length > 0 }).toEqual({ name, plans: true });
    expect({ name, custom: read(name).filter(({ custom }) => custom > 0) }).toEqual({ name, custom: [] });
  }
  // Those of a page that one subscriber reads may depend on its size.
  expect(read('read_execution_events')).toEqual([]);
});

/** What the connections of a pool have prepared. */
async function everyPrepared(pool: pg.Pool): Promise<Prepared[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    return (await Promise.all(clients.map((client) => client.query<Prepared>(preparedSql)))).flatMap(
      ({ rows }) => rows,
    );
  } finally {
    for (const client of clients) client.release();
  }
}

test('plans of hot statements find rows by an index, also in partitions that were empty when they were planned', async () => {
  const { db } = app.services;
  // Statistics that say so: a plan for them would read a new week from its first to its last row.
  await db.pool.query('analyze executions');
  const { rows } = await db.hotPool.query<{ 'QUERY PLAN': string }>(
    'explain (generic_plan) select status from executions where workspace_id = $1 and id = $2',
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  expect(plan.filter((line) => /Index (Only )?Scan/.test(line)).length).toBeGreaterThan(1);
  expect(plan.filter((line) => line.includes('Seq Scan'))).toEqual([]);
});

test('the connections of a process are divided completely, and few are not divided for hot statements', () => {
  for (let total = 5; total <= 200; total++) {
    const { plain, hot, tenant } = poolShares(total);
    expect(plain + hot + tenant).toBe(total);
    expect(Math.min(plain, tenant)).toBeGreaterThanOrEqual(2);
    expect(hot > 0).toBe(total >= 12);
  }
});
