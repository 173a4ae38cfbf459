import type pg from 'pg';
import type { Sql } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import { storableJson, storedForm } from '../../../../platform/database/storable-json.js';
import type { StoredSignal } from '../signals/signal.js';
import { readSignals } from '../signals/step-signals.js';
import type { NewExecution } from '../start/new-execution.js';
import { checkpointRow } from './checkpoint-row.js';
import { type Closing, closeWaits, type ExecutionFence } from './close-waits.js';
import type { Checkpoint, ClaimedExecution } from './execution-record.js';
import {
  checkpointExecutionsSql,
  checkpointPayingExecutionsSql,
  claimExecutionsSql,
  startCallSql,
  startExecutionsSql,
} from './execution-store.sql.js';

/** What became of a start: the run that stands for it, an earlier one where the key was known. */
export interface Started {
  executionId: string;
  /** The key was used for something else; nothing was started. */
  conflict: boolean;
}

/** The hot writes of runs. Those of all runs in this process share statements and commits. */
export interface ExecutionStore {
  /** Keeps a run, its first event and its queue job in one transaction: accepted means kept. */
  start(run: NewExecution): Promise<Started>;
  /** The same for a run that is to be driven here at once: where its flow allows another, it is claimed as soon as it is there, without a job. */
  startHere(run: NewExecution): Promise<Started & { claimed: ClaimedExecution | null }>;
  /** Takes a run for this worker; null when it has ended, somebody else drives it, or it has to wait for its turn. */
  claim(key: ExecutionKey): Promise<ClaimedExecution | null>;
  /** Stores a checkpoint; false when the run is no longer this worker's, and nothing was written. */
  checkpoint(checkpoint: Checkpoint): Promise<boolean>;
  /** Lets these waiting steps of a run accept no signal any more. Changes nothing where the run is no longer this worker's. */
  closeWaits(run: ExecutionFence, stepIds: readonly string[]): Promise<void>;
  /** What a run's steps were told from outside so far, by step id. */
  signals(run: Pick<ClaimedExecution, 'workspaceId' | 'id'>): Promise<Map<string, StoredSignal>>;
}

export interface ExecutionKey {
  workspaceId: string;
  executionId: string;
}

/**
 * @param workerId whose claims these are; absent in processes that only start runs
 * @param onCalls called where a write leaves calls to be settled
 * @param onHanded called with runs that it claimed because one of its own left them its place
 */
export function createExecutionStore(
  pool: pg.Pool,
  workerId: string | null,
  { onCalls, onHanded }: { onCalls?: () => void; onHanded?: (run: ClaimedExecution) => void } = {},
): ExecutionStore {
  const weighed = { weigh: ({ json }: Written) => json.length, maxWeight: charactersAtOnce };
  const start = groupCommit(async (runs: Written[]) => {
    const { known, claimed } = await writeStarts(pool, runs);
    return runs.map(({ id }) => ({
      started: known.get(id) ?? { executionId: id, conflict: false },
      claim: claimed.get(id) ?? null,
    }));
  }, weighed);
  const checkpoint = groupCommit(async (rows: Written[]) => {
    const { held, settlesCalls, handed } = await writeCheckpoints(pool, workerId, rows);
    if (settlesCalls) onCalls?.();
    for (const run of handed ?? []) onHanded?.(run);
    return rows.map(({ id }) => held?.includes(id) ?? false);
  }, weighed);
  const claim = groupCommit((keys: ExecutionKey[]) => claimRuns(pool, workerId, keys));
  const close = groupCommit(async (closings: Closing[]) => {
    await closeWaits(pool, closings);
    return closings.map(() => true);
  });
  return {
    start: async (run) => (await start({ id: run.id, json: storableJson(startRow(run)) })).started,
    async startHere(run) {
      const { started, claim } = await start({ id: run.id, json: storableJson({ ...startRow(run), workerId }) });
      return { ...started, claimed: claim && asClaimed(run, claim) };
    },
    claim,
    closeWaits: async (run, stepIds) => void (await close({ run, stepIds })),
    signals: (run) => readSignals(pool, run),
    checkpoint: async (one) =>
      checkpoint({ id: one.run.id, json: storableJson(checkpointRow(one)), pays: (one.operations?.length ?? 0) > 0 }),
  };
}

/**
 * Keeps runs inside the caller's transaction: they exist exactly when what he did does.
 * @returns of runs with a key, what became of them
 */
export async function startExecutions(sql: Sql, runs: readonly NewExecution[]): Promise<ReadonlyMap<string, Started>> {
  const written = runs.map((run) => ({ id: run.id, json: storableJson(startRow(run)) }));
  return (await writeStarts(sql, written)).known;
}

/**
 * Starts a run with a key for a step, as long as that and its run are open. Alone: with others it would lock several runs.
 * @returns null where one of them is over, and nothing was started
 */
export async function startCalled(sql: Sql, run: NewExecution, callerStepId: string): Promise<Started | null> {
  const written = { id: run.id, json: storableJson({ ...startRow(run), callerStepId }) };
  return (await writeStarts(sql, [written], { name: 'start_call', text: startCallSql })).known.get(run.id) ?? null;
}

const startStatement = { name: 'start_runs', text: startExecutionsSql };

/** What the database adds to a run that it claimed as it was started. */
type Claim = Pick<ClaimedExecution, 'id' | 'workspaceName' | 'claimedAt'>;

interface Starts {
  known: Map<string, Started>;
  claimed: Map<string, Claim>;
}

async function writeStarts(sql: Sql, runs: readonly Written[], start = startStatement): Promise<Starts> {
  const { rows } = await sql.query<{ known: (Started & { id: string })[] | null; claimed: Claim[] | null }>({
    ...start,
    values: [listOf(runs)],
  });
  return {
    known: new Map(rows[0]?.known?.map(({ id, executionId, conflict }) => [id, { executionId, conflict }])),
    claimed: new Map(rows[0]?.claimed?.map((claim) => [claim.id, claim])),
  };
}

/** A run as its claim would have read it. */
function asClaimed({ triggerData, mocks, call, at, ...run }: NewExecution, claim: Claim): ClaimedExecution {
  return {
    ...{ id: run.id, workspaceId: run.workspaceId, flowId: run.flowId, flowName: run.flowName },
    ...{ flowVersion: run.flowVersion, trigger: run.trigger, startNodeId: run.startNodeId, encrypted: run.encrypted },
    ...{ triggerData: storedForm(triggerData), mocks: storedForm(mocks) },
    ...{ chain: call?.chain ?? [], callDepth: call?.depth ?? 0, startedAt: at.toISOString() },
    ...{ signals: 0, takeovers: 0, activeMs: 0, fence: 1, steps: [] },
    ...claim,
  };
}

/** One row of start_runs' input; see its SQL. */
function startRow({ idempotency, call, ...run }: NewExecution) {
  return { ...run, ...idempotency, ...call };
}

/** A run's part of a statement, written before it joins a batch: what cannot be written troubles nobody else. */
interface Written {
  id: string;
  json: string;
  /** Whether paid acts ended with it. */
  pays?: boolean;
}

/** What one statement carries at most; a run that brings more goes alone. */
const charactersAtOnce = 8 * 1024 * 1024;

function listOf(written: readonly Written[]): string {
  return `[${written.map(({ json }) => json).join(',')}]`;
}

function idsOf(keys: readonly ExecutionKey[]): [string[], string[]] {
  return [keys.map((key) => key.workspaceId), keys.map((key) => key.executionId)];
}

async function claimRuns(
  sql: Sql,
  workerId: string | null,
  keys: ExecutionKey[],
): Promise<(ClaimedExecution | null)[]> {
  const values = [...idsOf(keys), workerId];
  const { rows } = await sql.query<{ run: ClaimedExecution }>({ name: 'claim_runs', text: claimExecutionsSql, values });
  const claimed = new Map(rows.map(({ run }) => [run.id, run]));
  // Each claim is given out once, also when a batch names a run twice.
  return keys.map(({ executionId }) => {
    const run = claimed.get(executionId) ?? null;
    claimed.delete(executionId);
    return run;
  });
}

const checkpoint = { name: 'checkpoint_runs', text: checkpointExecutionsSql };
/** Only where there is something to settle: to look for it in vain is not free. */
const payingCheckpoint = { name: 'checkpoint_paying_runs', text: checkpointPayingExecutionsSql };

interface WrittenCheckpoints {
  held: string[] | null;
  settlesCalls: boolean | null;
  handed: ClaimedExecution[] | null;
}

async function writeCheckpoints(
  pool: pg.Pool,
  workerId: string | null,
  checkpoints: Written[],
): Promise<WrittenCheckpoints> {
  // Runs are locked in the order of their ids, callers before those they called, as by all who lock several.
  const ordered = checkpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await pool.query<WrittenCheckpoints>({
    ...(checkpoints.some(({ pays }) => pays) ? payingCheckpoint : checkpoint),
    values: [listOf(ordered), workerId],
  });
  return rows[0] as WrittenCheckpoints;
}
