import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { poolShares } from '../../src/platform/database/connection-needs.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';

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
  const text =
    'select name, statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements';
  const { rows } = await hotPool.query<Prepared>(text);
  expect(rows.filter(({ name }) => name === 'start_runs')).toHaveLength(1);
  expect(rows.filter(({ custom }) => custom > 0)).toEqual([]);
  expect(rows.filter(({ statement }) => /into blobs|from blobs/.test(statement))).toEqual([]);
});

test('the connections of a process are divided completely, and few are not divided for hot statements', () => {
  for (let total = 5; total <= 200; total++) {
    const { plain, hot, tenant } = poolShares(total);
    expect(plain + hot + tenant).toBe(total);
    expect(Math.min(plain, tenant)).toBeGreaterThanOrEqual(2);
    expect(hot > 0).toBe(total >= 12);
  }
});
