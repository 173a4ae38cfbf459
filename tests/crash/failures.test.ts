import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { type Client, register } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { graph, node } from '../support/graphs.js';
import { loggedRandom } from '../support/random.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

const runs = 120;
const kills = 4;

let database: TestDatabase;
let sql: pg.Pool;
let fleet: Fleet;
let user: Client;
let random: () => number;

beforeAll(async () => {
  random = loggedRandom('failures under SIGKILL');
  database = await createTestDatabase();
  sql = testPool(database.url, { max: 2 });
  fleet = await startFleet(database.url, ['api', 'worker', 'worker']);
  await fleet.ready();
  user = await register(() => fleet.urls()[0] as string);
});

afterAll(async () => {
  await user?.stop();
  await fleet?.stop();
  await sql.end();
  await database.drop();
});

async function makeFlow(content: ReturnType<typeof graph>, settings: object = {}): Promise<string> {
  const { id } = await user.call('POST P/flows', { name: 'Flow', settings, ...content });
  await user.call(`PATCH P/flows/${id}`, { isActive: true });
  return id;
}

async function count(text: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::integer as n from ${text}`);
  return rows[0]?.n ?? 0;
}

/** Kills one worker after the other, each after some more executions have failed. */
async function killWorkers(): Promise<void> {
  for (let killed = 0; killed < kills; killed++) {
    const until = ((killed + random()) * runs) / kills;
    await waitFor(async () => (await count("executions where status = 'failed'")) >= until, {
      timeoutMs: 60_000,
      everyMs: 5,
    });
    await fleet.kill(1 + Math.floor(random() * 2));
  }
}

test('each failed execution starts each flow that handles it exactly once, whichever worker is killed', async () => {
  const set = node('set', 'data.set', { assignments: [{ name: 'got', value: '1' }] });
  const errorFlow = await makeFlow(graph([node('start', 'trigger.manual'), set], 'start>set'));
  const monitor = await makeFlow(graph([node('failed', 'trigger.executionFailed'), set], 'failed>set'));
  const stop = node('end', 'logic.stop', { status: 'failed' });
  const content = graph([node('start', 'trigger.manual'), stop], 'start>end');
  const failing = await makeFlow(content, { errorFlowId: errorFlow, maxConcurrent: 1000 });

  const killing = killWorkers();
  for (let started = 0; started < runs; started += 4)
    await Promise.all([1, 2, 3, 4].map(() => user.call(`POST P/flows/${failing}/trigger`, {})));
  await killing;
  const busy = `(select execution_id from execution_failures
    union all select id from executions where status = 'running') b`;
  await waitFor(async () => (await count(busy)) === 0, { timeoutMs: 60_000, everyMs: 100 });

  const { rows } = await sql.query<{ starts: Record<string, number> }>(
    `select (select jsonb_object_agg(flow_id, n) from (
       select s.flow_id, count(*) as n from executions s
       where s.trigger_data -> 'execution' ->> 'id' = e.id::text group by 1) one) as starts
     from executions e where e.flow_id = $1 and e.status = 'failed'`,
    [failing],
  );
  expect(rows.map(({ starts }) => starts)).toEqual(
    Array.from({ length: runs }, () => ({ [errorFlow]: 1, [monitor]: 1 })),
  );
}, 180_000);
