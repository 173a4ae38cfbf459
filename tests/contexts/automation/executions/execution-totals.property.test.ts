import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { createPartitions, rollUpExecutions } from '../../../../src/contexts/automation/executions/index.js';
import { deleteOldExecutions } from '../../../../src/contexts/automation/executions/store/retention/delete-old-executions.js';
import { listPartitions } from '../../../../src/contexts/automation/executions/store/retention/execution-partitions.js';
import { executionTotalSql } from '../../../../src/contexts/automation/executions/store/totals/execution-totals.sql.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { createWorkspaceDatabase, type WorkspaceDatabase } from '../../../support/workspace-database.js';

const weekMs = 7 * 24 * 60 * 60 * 1_000;

let database: WorkspaceDatabase;
let db: Database;

beforeAll(async () => {
  database = await createWorkspaceDatabase();
  ({ db } = database);
});

afterAll(() => database.drop());

const flow = `md5('1')::uuid`;
/** What lists are counted by, with the condition that counts the same. */
const lists = [
  { by: {}, where: 'true' },
  { by: { trigger: `'webhook'` }, where: `trigger = 'webhook'` },
  { by: { statuses: ['completed'] }, where: `status = 'completed'` },
  { by: { statuses: ['completed', 'failed', 'cancelled'] }, where: `status <> 'running'` },
  { by: { flowId: flow }, where: `flow_id = ${flow}` },
  {
    by: { flowId: flow, trigger: `'simulation'`, statuses: ['failed'] },
    where: `flow_id = ${flow} and trigger = 'simulation' and status = 'failed'`,
  },
];

/** The totals of every list, as they are read and as they are counted, in one snapshot. */
async function totals(workspaceId: string): Promise<{ read: number[]; counted: number[] }> {
  const read = lists.map(({ by }) => executionTotalSql(by));
  const counted = lists.map(
    ({ where }) => `(select count(*)::integer from executions where workspace_id = $1 and ${where})`,
  );
  const { rows } = await db.pool.query(
    `select array[${read.join()}] as read, array[${counted.join()}] as counted where $1::uuid is not null`,
    [workspaceId],
  );
  return rows[0];
}

async function expectExact(workspaceId: string): Promise<void> {
  const { read, counted } = await totals(workspaceId);
  expect(read).toEqual(counted);
}

/** Changes of the executions of a workspace ($1); $2 picks rows, $3 the week. */
const changes = {
  start: `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
    select uuidv7(make_interval(days => $3 * 7) + g * interval '1 second'), $1, md5(($2 % 3)::text)::uuid, 'F', 1,
      (array['webhook','manual','simulation'])[1 + g % 3], now(), now() from generate_series(1, 1 + $2 % 7) g`,
  end: `update executions set status = (array['completed','failed','cancelled'])[1 + $2 % 3], finished_at = now() where workspace_id = $1
    and id in (select id from executions where workspace_id = $1 and status = 'running' and $3::integer >= 0 limit 3)`,
  delete: `delete from executions where workspace_id = $1 and id in (
    select id from executions where workspace_id = $1 order by id offset $2::integer % 5 + $3::integer * 0 limit 2)`,
};

/** The statements of a rollup that does not commit. */
const halfRollup = 'delete from execution_deltas; delete from execution_totals';

describe('totals of executions', () => {
  test('equal a count after any starts, ends and deletions, rolled up or not', async () => {
    const step = fc.record({
      what: fc.constantFrom<keyof typeof changes | 'roll up' | 'die'>(
        'start',
        'start',
        'end',
        'delete',
        'roll up',
        'die',
      ),
      pick: fc.nat(60),
      week: fc.nat(2),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const workspaceId = await database.workspace();
      for (const { what, pick, week } of steps) {
        if (what === 'die') await database.dieWithin(halfRollup);
        else if (what === 'roll up') while ((await rollUpExecutions(db)) > 0);
        else await db.pool.query(changes[what], [workspaceId, pick, week]);
        await expectExact(workspaceId);
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test.each(['rolled up', 'not rolled up'])('do not include a week that retention has dropped, %s', async (state) => {
    const workspaceId = await database.workspace();
    const ahead = new Date(Date.now() + 3 * weekMs);
    await createPartitions(db.pool, ahead);
    for (const week of [0, 2, 3]) await db.pool.query(changes.start, [workspaceId, 6, week]);
    for (let left = 21; left > 0; left -= 3) await db.pool.query(changes.end, [workspaceId, left, 0]);
    if (state === 'rolled up') while ((await rollUpExecutions(db)) > 0);
    const dropped = (await listPartitions(db.pool)).filter(
      ({ isMixed, until }) => !isMixed && until.getTime() <= ahead.getTime(),
    );
    expect(dropped.length).toBeGreaterThan(0);
    await deleteOldExecutions({ sql: db.pool, before: ahead, rests: 0 });
    await expectExact(workspaceId);
    while ((await rollUpExecutions(db)) > 0);
    await expectExact(workspaceId);
    expect((await totals(workspaceId)).read[0]).toBeLessThan(21);
  });

  test('are those of the snapshot that reads the list', async () => {
    const workspaceId = await database.workspace();
    await db.pool.query(changes.start, [workspaceId, 6, 0]);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read');
    const total = async () => {
      const { rows } = await reader.query(`select ${executionTotalSql({})} as total where $1::uuid is not null`, [
        workspaceId,
      ]);
      return rows[0].total;
    };
    expect(await total()).toBe(7);
    await db.pool.query(changes.start, [workspaceId, 6, 0]);
    while ((await rollUpExecutions(db)) > 0);
    expect(await total()).toBe(7);
    await reader.query('commit');
    expect(await total()).toBe(14);
    await reader.end();
  });

  test('are deleted with their workspace', async () => {
    const workspaceId = await database.workspace();
    await db.pool.query(changes.start, [workspaceId, 6, 0]);
    await rollUpExecutions(db);
    await db.pool.query(changes.start, [workspaceId, 6, 0]);
    await db.pool.query('delete from workspaces where id = $1', [workspaceId]);
    while ((await rollUpExecutions(db)) > 0);
    const { rows } = await db.pool.query(
      `select workspace_id from execution_totals where workspace_id = $1
       union all select workspace_id from execution_deltas where workspace_id = $1`,
      [workspaceId],
    );
    expect(rows).toEqual([]);
  });
});
