import type pg from 'pg';
import QuickLRU from 'quick-lru';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { lit, typed } from '../../../../platform/database/typed-sql.js';
import { type CheckpointKind, checkpointKinds, checkpointStatements } from './checkpoint-executions.sql.js';
import { checkpointRow } from './checkpoint-row.js';
import { grantSlotsSql } from './concurrency-slots.sql.js';
import type { Checkpoint, ClaimedExecution } from './execution-record.js';

/** A flow, by its workspace. */
interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** A checkpoint as it is written, serialized before it joins a batch. */
export interface WrittenCheckpoint {
  id: string;
  json: string;
  kind: CheckpointKind;
  /** The flow whose slot it releases; null if it releases none. */
  leaves: FlowKey | null;
}

/** What a statement reports. */
export interface CheckpointResults {
  held: string[] | null;
  settlesCalls?: boolean | null;
  hasFailures?: boolean | null;
  handed?: ClaimedExecution[] | null;
  lines?: FlowKey[] | null;
}

const flowsAtMost = 10_000;
const keyOf = ({ workspaceId, flowId }: FlowKey) => `${workspaceId} ${flowId}`;

/** Writes checkpoints by the smallest statement that can write all of a batch. */
export class CheckpointWriter {
  /** Flows of which the last released execution left no other one in line: most have none for days. */
  readonly #withoutLine = new QuickLRU<string, true>({ maxSize: flowsAtMost });

  /** @param takesNext whether the worker takes over the next execution in line of a flow */
  constructor(
    readonly pool: pg.Pool,
    readonly workerId: string | null,
    readonly takesNext: boolean,
  ) {}

  /** A checkpoint without large values that are not stored yet. */
  prepare(checkpoint: Checkpoint): WrittenCheckpoint {
    const { run, release } = checkpoint;
    const row = checkpointRow(checkpoint, this.takesNext);
    const leaves = release ? { workspaceId: run.workspaceId, flowId: run.flowId } : null;
    return { id: run.id, json: storableJson(row), kind: kindOf(checkpoint, row), leaves };
  }

  /** Executions are locked in the order of their IDs, callers before those they called, as everywhere several are locked. */
  async write(checkpoints: readonly WrittenCheckpoint[]): Promise<CheckpointResults> {
    const ordered = checkpoints.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const kind = this.#kindFor(ordered);
    const list = `[${ordered.map(({ json }) => json).join(',')}]`;
    const passesOn = kind === 'everything' || kind === 'operations';
    const { rows } = await this.pool.query<CheckpointResults>({
      ...checkpointStatements[kind],
      values: passesOn ? [list, this.workerId] : [list],
    });
    const results = rows[0] as CheckpointResults;
    for (const { leaves } of ordered) if (leaves) this.#withoutLine.set(keyOf(leaves), true);
    for (const line of results.lines ?? []) this.#withoutLine.delete(keyOf(line));
    if (!passesOn && results.lines) await this.#grant(results.lines);
    return results;
  }

  #kindFor(checkpoints: readonly WrittenCheckpoint[]): CheckpointKind {
    const most = Math.max(
      ...checkpoints.map(({ kind, leaves }) => {
        const mayHaveLine = leaves !== null && !this.#withoutLine.has(keyOf(leaves));
        return checkpointKinds.indexOf(mayHaveLine && kind === 'releases' ? 'everything' : kind);
      }),
    );
    return checkpointKinds[most] as CheckpointKind;
  }

  /** Queues the next executions in line. If it fails, the next heartbeat of a worker does it. */
  async #grant(flows: readonly FlowKey[]): Promise<void> {
    try {
      for (const { workspaceId, flowId } of flows) {
        await this.pool.query({ name: 'grant_slots', text: grantSlotsSql, values: [workspaceId, flowId] });
      }
      await typed(this.pool, 'notify_ready').selectNoFrom(lit('executions_ready').as('notifies')).execute();
    } catch {
      // The checkpoints are committed.
    }
  }
}

/** The smallest statement that writes a checkpoint. */
function kindOf({ run, release }: Checkpoint, row: ReturnType<typeof checkpointRow>): CheckpointKind {
  if (row.operations) return 'operations';
  const isRare =
    row.loops ?? row.addedWaits ?? row.removedWaits ?? row.approvals ?? row.parked ?? row.unparked ?? row.counted;
  const endsKey = run.isControlled && row.status !== 'running';
  if (isRare || row.dropsCalls || row.status === 'failed' || endsKey) return 'everything';
  return release || run.takeovers > 0 ? 'releases' : 'steps';
}
