import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { checkpointStatements } from '../../../../src/contexts/automation/executions/store/checkpoint-executions.sql.js';
import { wakeWaits } from '../../../../src/contexts/automation/executions/store/event-waits.js';
import type {
  Checkpoint,
  ClaimedExecution,
  StepRecord,
} from '../../../../src/contexts/automation/executions/store/execution-record.js';
import { createExecutionStore } from '../../../../src/contexts/automation/executions/store/execution-store.js';
import type { NewExecution } from '../../../../src/contexts/automation/executions/store/new-execution.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { testPool } from '../../../support/test-pool.js';
import { waitFor } from '../../../support/wait-for.js';

let database: TestDatabase;
let pool: pg.Pool;
let workspaceId: string;
const workerId = uuidv7();
/** No value of these tests was moved. */
const noBytes = () => Promise.reject(new Error('No bytes are stored.'));
const files = { placesOf: noBytes, readAt: noBytes };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
  const account = await pool.query<{ id: string }>(`insert into accounts (name) values ('a') returning id`);
  const workspace = await pool.query<{ id: string }>(
    `insert into workspaces (account_id, name) values ($1, 'Acme') returning id`,
    [account.rows[0]?.id],
  );
  workspaceId = workspace.rows[0]?.id as string;
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

function newExecution(over: Partial<NewExecution> = {}): NewExecution {
  return {
    id: uuidv7(),
    workspaceId,
    flowId: uuidv7(),
    flowName: 'Flow',
    flowVersion: 1,
    trigger: 'webhook',
    startNodeId: null,
    triggerData: { a: 1 },
    maxConcurrent: 1000,
    encrypted: null,
    mocks: null,
    idempotency: null,
    call: null,
    at: new Date(),
    ...over,
  };
}

function step(over: Partial<StepRecord> = {}): StepRecord {
  return {
    id: uuidv7(),
    nodeId: 'n1',
    iteration: '',
    nodeType: 'data.set',
    name: 'n1',
    attempt: 1,
    status: 'completed',
    handle: 'out',
    input: { x: 1 },
    output: { y: [1, 2] },
    variables: { y: 1 },
    logs: [],
    error: null,
    truncated: false,
    encrypted: null,
    resumeAt: null,
    startedAt: new Date().toISOString(),
    finishedAt: new Date().toISOString(),
    seq: 1,
    interruptions: 0,
    ...over,
  };
}

/** Resolves when a statement with this name waits for a lock. */
async function locked(name: string): Promise<void> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  await waitFor(async () => (await pool.query(text, [`/* ${name} */%`])).rowCount === 1);
}

async function startAndClaim(): Promise<ClaimedExecution> {
  const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
  const run = newExecution();
  await store.start(run);
  const claimed = await store.claim({ workspaceId, executionId: run.id });
  if (!claimed) throw new Error('not claimed');
  return claimed;
}

const loopProgress = { concurrency: 1, next: 1, open: [], ended: false, steps: 0, reads: [], seq: 0 };

const ended: Extract<Checkpoint['release'], { kind: 'ended' }> = {
  kind: 'ended',
  status: 'completed',
  output: { ok: true },
  error: null,
  at: new Date().toISOString(),
  activeMs: 12,
};

describe('the store of runs', () => {
  test('keeps a run, its claim row and its first event together', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = newExecution();
    await store.start(run);
    const claims = await pool.query('select from execution_claims where execution_id = $1 and ready_at is not null', [
      run.id,
    ]);
    const events = await pool.query(`select execution from execution_events where execution_id = $1`, [run.id]);
    expect(claims.rowCount).toBe(1);
    expect(events.rows).toEqual([{ execution: { status: 'running', phase: 'queued' } }]);
  });

  test('gives a run to one claimer only', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = newExecution();
    await store.start(run);
    const others = [
      createExecutionStore({ pool, hotPool: pool, files }, uuidv7()),
      createExecutionStore({ pool, hotPool: pool, files }, uuidv7()),
      store,
      store,
    ];
    const claims = await Promise.all(others.map((one) => one.claim({ workspaceId, executionId: run.id })));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(claims.find((claim) => claim !== null)).toMatchObject({
      fence: 1,
      workspaceName: 'Acme',
      triggerData: { a: 1 },
      steps: [],
    });
  });

  test('hands the written steps to whoever claims next', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = await startAndClaim();
    const written = step();
    expect(await store.checkpoint({ run, n: 1, steps: [written], release: { kind: 'handed-back', activeMs: 5 } })).toBe(
      true,
    );
    const again = await store.claim({ workspaceId, executionId: run.id });
    expect(again?.fence).toBe(2);
    expect(again?.activeMs).toBe(5);
    expect(again?.steps.map(({ nodeId, output, handle }) => ({ nodeId, output, handle }))).toEqual([
      { nodeId: 'n1', output: { y: [1, 2] }, handle: 'out' },
    ]);
  });

  test('hands the place of a run that leaves to the next in the line of its flow, but not that of one handed back', async () => {
    const handed: ClaimedExecution[] = [];
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId, {
      onHanded: (run) => void handed.push(run),
    });
    const flow = uuidv7();
    const limited = () => ({ ...newExecution(), flowId: flow, maxConcurrent: 1 });
    const runs = [limited(), limited(), limited()];
    const [first, ...line] = await Promise.all(runs.map((run) => store.startHere(run)));
    expect(line.map(({ claimed }) => claimed)).toEqual([null, null]);
    const inLine = `select execution_id as id from execution_claims where awaits_slot and flow_id = $1 order by id`;
    expect((await pool.query(inLine, [flow])).rows).toEqual(runs.slice(1).map(({ id }) => ({ id })));

    expect(await store.checkpoint({ run: first?.claimed as ClaimedExecution, n: 1, steps: [], release: ended })).toBe(
      true,
    );
    expect(handed).toMatchObject([{ id: runs[1]?.id, fence: 1, workspaceName: 'Acme', steps: [] }]);

    const release = { kind: 'handed-back' as const, activeMs: 5 };
    expect(await store.checkpoint({ run: handed[0] as ClaimedExecution, n: 1, steps: [], release })).toBe(true);
    expect(handed).toHaveLength(1);
    const queued = await pool.query('select from execution_claims where ready_at is not null and execution_id = $1', [
      runs[2]?.id,
    ]);
    expect(queued.rowCount).toBe(1);
  });

  test('queues the next in a line that formed after others left without one', async () => {
    const handed: ClaimedExecution[] = [];
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId, {
      onHanded: (run) => void handed.push(run),
    });
    const flow = uuidv7();
    const startNext = () => store.startHere({ ...newExecution(), flowId: flow, maxConcurrent: 1 });
    const leave = (run: ClaimedExecution) => store.checkpoint({ run, n: 1, steps: [], release: ended });
    for (let alone = 0; alone < 2; alone++) await leave((await startNext()).claimed as ClaimedExecution);
    const first = (await startNext()).claimed as ClaimedExecution;
    const [second, third] = [await startNext(), await startNext()];
    await leave(first);
    expect(handed).toEqual([]);
    const next = await store.claim({ workspaceId, executionId: second.executionId });
    expect(next).toMatchObject({ id: second.executionId });
    await leave(next as ClaimedExecution);
    expect(handed).toMatchObject([{ id: third.executionId }]);
  });

  test('writes checkpoints of every kind together', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const runs = await Promise.all([startAndClaim(), startAndClaim(), startAndClaim(), startAndClaim()]);
    const [plain, left, failed, looped] = runs as [
      ClaimedExecution,
      ClaimedExecution,
      ClaimedExecution,
      ClaimedExecution,
    ];
    const loops = [{ nodeId: 'n1', iteration: '', progress: { ...loopProgress, next: 2 } }];
    const begun = step({ status: 'running', handle: 'item', finishedAt: null, progress: loopProgress });
    expect(await store.checkpoint({ run: looped, n: 1, steps: [begun] })).toBe(true);
    const written = await Promise.all([
      store.checkpoint({ run: plain, n: 1, steps: [step()] }),
      store.checkpoint({ run: left, n: 1, steps: [step()], release: ended }),
      store.checkpoint({ run: failed, n: 1, steps: [step()], release: { ...ended, status: 'failed' } }),
      store.checkpoint({ run: looped, n: 2, steps: [step({ nodeId: 'n2' })], loops }),
    ]);
    expect(written).toEqual([true, true, true, true]);
    const text = `select status, (select count(*)::integer from execution_steps s where s.execution_id = e.id) as steps,
      (select count(*)::integer from execution_failures f where f.execution_id = e.id) as failures,
      (select progress ->> 'next' from execution_steps s where s.execution_id = e.id and s.node_id = 'n1') as next
      from executions e where id = any($1) order by id`;
    const { rows } = await pool.query(text, [runs.map(({ id }) => id)]);
    expect(rows).toEqual([
      { status: 'running', steps: 1, failures: 0, next: null },
      { status: 'completed', steps: 1, failures: 0, next: null },
      { status: 'failed', steps: 1, failures: 1, next: null },
      { status: 'running', steps: 2, failures: 0, next: '2' },
    ]);
  });

  test.each(['steps', 'releases'] as const)(
    'finds the claim rows of %s by their key in an empty table',
    async (kind) => {
      const { text } = checkpointStatements[kind];
      const { rows } = await pool.query<Record<string, string>>(`explain (generic_plan, costs off) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using execution_claims_pkey');
      expect(plan).not.toContain('Seq Scan on execution_claims');
    },
  );

  test('writes nothing for a run whose fence was raised', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = await startAndClaim();
    await pool.query(`update execution_claims set fence = fence + 1 where execution_id = $1`, [run.id]);
    expect(await store.checkpoint({ run, n: 1, steps: [step()], ...(ended && { release: ended }) })).toBe(false);
    const { rows } = await pool.query(
      `select status, (select count(*)::int from execution_steps where execution_id = e.id) as steps from executions e where id = $1`,
      [run.id],
    );
    expect(rows).toEqual([{ status: 'running', steps: 0 }]);
  });

  test('never changes a step that has ended', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = await startAndClaim();
    await store.checkpoint({ run, n: 1, steps: [step({ output: 'first' })] });
    await store.checkpoint({ run, n: 2, steps: [step({ output: 'second' })] });
    const { rows } = await pool.query(`select output from execution_steps where execution_id = $1`, [run.id]);
    expect(rows).toEqual([{ output: 'first' }]);
  });

  test('stores what JSON allows and Postgres does not', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = newExecution({ triggerData: { 'a\u0000b': 'nul\u0000', lone: '\ud800', text: '\\u0000' } });
    await store.start(run);
    const { rows } = await pool.query(`select trigger_data from executions where id = $1`, [run.id]);
    expect(rows[0]?.trigger_data).toEqual({ 'a\ufffdb': 'nul\ufffd', lone: '\ufffd', text: '\\u0000' });
  });

  test('queues a run that begins to wait while an event for it waits for its row', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = await startAndClaim();
    const asking = step({ status: 'running', handle: null, finishedAt: null });
    await store.checkpoint({ run, n: 1, steps: [asking] });
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query('select from execution_claims where execution_id = $1 for update', [run.id]);
    const release = { kind: 'waiting' as const, signalsSeen: 0, until: null, activeMs: 1 };
    const left = store.checkpoint({ run, n: 2, steps: [{ ...asking, status: 'waiting' }], release });
    await locked('checkpoint_everything');
    const event = { id: uuidv7(), type: 'contact.created', timestamp: new Date().toISOString(), workspaceId, data: {} };
    const wait = { executionId: run.id, stepId: asking.id, match: {}, conditions: null, handle: 'out', outputAs: null };
    const woken = wakeWaits(pool, event, [wait]);
    await locked('wake_event_waits');
    await blocker.query('commit');
    blocker.release();
    expect(await left).toBe(true);
    await woken;
    expect(await store.claim({ workspaceId, executionId: run.id })).toMatchObject({ fence: 2, signals: 1 });
  });

  test('keeps the time at which a waiting run is due', async () => {
    const store = createExecutionStore({ pool, hotPool: pool, files }, workerId);
    const run = await startAndClaim();
    const until = new Date(Date.now() + 3_600_000);
    const waiting = step({ status: 'waiting', handle: null, finishedAt: null, resumeAt: until.toISOString() });
    await store.checkpoint({
      run,
      n: 1,
      steps: [waiting],
      release: { kind: 'waiting', signalsSeen: 0, until: until.toISOString(), activeMs: 1 },
    });
    const { rows } = await pool.query(
      `select ready_at, worker_id, due_at from execution_claims where execution_id = $1`,
      [run.id],
    );
    expect(rows).toEqual([{ ready_at: null, worker_id: null, due_at: until }]);
  });
});
