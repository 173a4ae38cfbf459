import { LargeValue, type Visit } from '../../../../engine/index.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import { storedForm } from '../../../../platform/database/storable-json.js';
import { counter } from '../../../../platform/metrics/index.js';
import { readState } from '../../flow-state/index.js';
import { claimExecutionsSql } from './claim-executions.sql.js';
import { type Closing, closeWaits, type ExecutionFence } from './close-waits.js';
import type { Checkpoint, ClaimedExecution, StepRecord } from './execution-record.js';
import { type OpenHold, readHolds } from './flow-holds.sql.js';
import type { NewExecution } from './new-execution.js';
import { readResults, type WantedResults } from './read-results.js';
import {
  type Claim,
  charactersAtOnce,
  type Started,
  type Written,
  withBlobs,
  writeStarts,
  written,
} from './start-executions.js';
import { readSignals, type SeenSignals } from './step-signals.js';
import { type BlobSources, readBlobs, type StoredBlob, writeBlobs } from './values/blobs.js';
import { CheckpointWriter, type WrittenCheckpoint } from './write-checkpoints.js';

/** Executions that this process claimed. */
export const claims = counter(
  'execution_claims_total',
  'Executions that this process claimed: when they were accepted here (`start`), from the queue (`queue`), with the slot of another one that ended (`handed`), or as suspects (`suspect`).',
  ['kind'],
);

/** The hot writes of executions. All executions in this process share statements and commits. */
export interface ExecutionStore {
  /** Stores an execution, its claim row and its first event in one transaction: an accepted execution is durable. */
  start(run: NewExecution): Promise<Started>;
  /**
   * Like `start`, for an execution to be driven by this worker: if its flow has a free concurrency slot it is claimed
   * by the same statement.
   */
  startHere(run: NewExecution): Promise<Started & { claimed: ClaimedExecution | null }>;
  /**
   * Claims an execution for this worker; null if it is not ready, or its flow has no free slot.
   */
  claim(key: ExecutionKey): Promise<ClaimedExecution | null>;
  /** Stores a checkpoint; false if this worker has lost the execution, and nothing was written. */
  checkpoint(checkpoint: Checkpoint): Promise<boolean>;
  /** Makes these waiting steps accept no signal any more. Has no effect if this worker has lost the execution. */
  closeWaits(run: ExecutionFence, stepIds: readonly string[]): Promise<void>;
  /** The signals sent to these steps so far. */
  signals(run: Pick<ClaimedExecution, 'workspaceId' | 'id'>, steps: readonly Visit[]): Promise<SeenSignals>;
  /** The holds of its flow before which its steps wait now. */
  holds(run: Pick<ClaimedExecution, 'workspaceId' | 'flowId'>): Promise<OpenHold[]>;
  /** What finished iterations of a loop have led to: the steps of these nodes, and those that failed their iteration. */
  results(run: Pick<ClaimedExecution, 'workspaceId' | 'id'>, wanted: WantedResults): Promise<StepRecord[]>;
  /** The values of these keys in the state of its flow, as they are now. */
  state(
    run: Pick<ClaimedExecution, 'workspaceId' | 'flowId'>,
    keys: readonly string[],
  ): Promise<Record<string, unknown>>;
  /** Blobs of a workspace, by ID. */
  blobs(workspaceId: string, ids: readonly string[]): Promise<StoredBlob[]>;
}

/** Called after a statement committed what they are named after. */
export interface StoreListeners {
  onEvents?: () => void;
  onCalls?: () => void;
  onFailures?: () => void;
  onHanded?: (run: ClaimedExecution) => void;
}

export interface ExecutionKey {
  workspaceId: string;
  executionId: string;
}

/** The connections of a store, and the store of files, to which values are moved. What is large, or not shared by group commit, does not take one of the few hot ones. */
export type ExecutionPools = Pick<Database, 'pool' | 'hotPool'> & Pick<BlobSources, 'files'>;

/**
 * @param workerId the worker that claims; absent in processes that only start executions
 * @param onEvents called when events were committed
 * @param onCalls called when a write leaves calls to be settled
 * @param onFailures called when a write ends executions as failed
 * @param onHanded called with executions that were claimed with the slots of executions that this worker released; without
 *   it, nothing is claimed with these
 */
export function createExecutionStore(
  { pool, hotPool, files }: ExecutionPools,
  workerId: string | null,
  { onEvents, onCalls, onFailures, onHanded }: StoreListeners = {},
): ExecutionStore {
  const weighed = { weigh: ({ json }: Pick<Written, 'json'>) => json.length, maxWeight: charactersAtOnce };
  const start = groupCommit(async (runs: Written[]) => {
    const { known, claimed } = await writeStarts(hotPool, runs);
    onEvents?.();
    return runs.map(({ id }) => ({
      started: known.get(id) ?? { executionId: id, conflict: false },
      claim: claimed.get(id) ?? null,
    }));
  }, weighed);
  const writer = new CheckpointWriter(hotPool, workerId, onHanded !== undefined);
  const checkpoint = groupCommit(async (rows: WrittenCheckpoint[]) => {
    const { held, settlesCalls, hasFailures, handed } = await writer.write(rows);
    if (held) onEvents?.();
    if (settlesCalls) onCalls?.();
    if (hasFailures) onFailures?.();
    if (handed?.length) claims.inc({ kind: 'handed' }, handed.length);
    for (const run of handed ?? []) onHanded?.(run);
    return rows.map(({ id }) => held?.includes(id) ?? false);
  }, weighed);
  const claim = groupCommit((keys: ExecutionKey[]) => claimRuns(hotPool, workerId, keys));
  const close = groupCommit(async (closings: Closing[]) => {
    await closeWaits(hotPool, closings);
    return closings.map(() => true);
  });
  return {
    start: async (run) => (await start(written(await withBlobs(pool, run)))).started,
    async startHere(asked) {
      const run = await withBlobs(pool, asked);
      const { started, claim } = await start(written(run, { workerId }));
      if (claim) claims.inc({ kind: 'start' });
      return { ...started, claimed: claim && asClaimed(run, claim) };
    },
    claim,
    closeWaits: async (run, stepIds) => void (await close({ run, stepIds })),
    signals: (run, steps) => readSignals(pool, run, steps),
    holds: (run) => readHolds(pool, run),
    results: (run, wanted) => readResults(pool, run, wanted),
    state: (run, keys) => readState(pool, run, keys),
    blobs: (workspaceId, ids) => readBlobs({ sql: pool, files }, workspaceId, ids),
    async checkpoint(one) {
      if (one.blobs?.length) await writeBlobs(pool, one.run, one.blobs);
      return checkpoint(writer.prepare(one));
    },
  };
}

/** A started execution in the form in which its claim would have read it. */
function asClaimed({ triggerData, mocks, call, at, ...run }: NewExecution, claim: Claim): ClaimedExecution {
  return {
    workspaceId: run.workspaceId,
    flowId: run.flowId,
    flowName: run.flowName,
    flowVersion: run.flowVersion,
    trigger: run.trigger,
    startNodeId: run.startNodeId ?? run.triggerNodeId ?? null,
    encrypted: run.encrypted,
    triggerData: asStored(triggerData),
    request: asStored(run.request ?? null),
    mocks: storedForm(mocks),
    simulated: storedForm(run.simulated ?? null),
    chain: call?.chain ?? [],
    callDepth: call?.depth ?? 0,
    startedAt: at.toISOString(),
    traceparent: run.traceparent,
    signals: 0,
    takeovers: 0,
    activeMs: 0,
    fence: 1,
    steps: [],
    ...claim,
  };
}

function asStored(value: unknown): unknown {
  return value instanceof LargeValue ? value : storedForm(value);
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
  const { rows } = await sql.query<{ run: ClaimedExecution }>({
    name: 'claim_executions',
    text: claimExecutionsSql,
    values,
  });
  const claimed = new Map(rows.map(({ run }) => [run.id, run]));
  // Each claim is returned once, even if a batch contains an execution twice.
  return keys.map(({ executionId }) => {
    const run = claimed.get(executionId) ?? null;
    claimed.delete(executionId);
    return run;
  });
}
