import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { scheduleFairly } from '../../../../src/contexts/automation/executions/claim/schedule-fairly.js';
import { newExecution, startExecutions } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const pool = () => app.services.db.pool;

/** Puts runs of a workspace into the queue. */
async function enqueue(workspaceId: string, count: number): Promise<void> {
  const flow = { id: uuidv7(), name: 'Flow', version: 1 };
  const run = () => newExecution({ workspaceId, flow, trigger: 'manual', startNodeId: null, triggerData: {} });
  await startExecutions(pool(), Array.from({ length: count }, run));
}

/** Whose jobs the queue gives out, in its order. */
async function queue(): Promise<string[]> {
  const { rows } = await pool().query<{ workspace: string }>(
    `select payload ->> 'workspaceId' as workspace from graphile_worker._private_jobs order by priority, run_at, id`,
  );
  return rows.map(({ workspace }) => workspace);
}

describe('the queue', () => {
  test('lets no workspace wait behind the whole backlog of another', async () => {
    const { workspaceId: large } = await app.seed.owner();
    await enqueue(large, 60);
    const { workspaceId: middle } = await app.seed.owner();
    await enqueue(middle, 12);
    await scheduleFairly(pool(), { crowd: 1_000, share: 5 });
    const { workspaceId: late } = await app.seed.owner();
    await enqueue(late, 2);
    expect((await queue()).indexOf(late)).toBe(72);

    await scheduleFairly(pool(), { crowd: 50, share: 5 });
    await enqueue(late, 2);
    const order = await queue();
    const places = (of: string) => order.flatMap((workspace, place) => (workspace === of ? [place] : []));
    expect(places(late)).toEqual([10, 11, 12, 13]);
    expect(places(middle).slice(0, 5)).toEqual([5, 6, 7, 8, 9]);
    // Its other jobs wait for the nearer half of the large backlog at most.
    expect(Math.max(...places(middle))).toBeLessThan(70);
    expect(places(large)).toHaveLength(60);
  });

  test('brings what was put back forward while others never pause', async () => {
    await pool().query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '1 minute' where priority > 0`,
    );
    const before = await pool().query('select from graphile_worker._private_jobs where priority = 0');
    await scheduleFairly(pool(), { crowd: 1_000, share: 5 });
    const after = await pool().query('select from graphile_worker._private_jobs where priority = 0');
    expect((after.rowCount ?? 0) - (before.rowCount ?? 0)).toBe(10);
  });
});
