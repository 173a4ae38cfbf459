import type { Visit } from '../../../../engine/index.js';
import type { Outcome } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { executionClaims } from './execution-claim.entity.js';
import type { StepRecord } from './execution-record.js';
import { heldCode } from './parked-steps.js';
import { raiseSignalsSql } from './raise-signals.sql.js';
import type { Signal, StoredSignal } from './signal.js';
import { fromColumn } from './values/large-values.js';

export interface SignalTarget {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The attempt that asked for the signal: no other one gets it. Absent if any may. */
  attempt?: number | null;
}

export interface SignalOptions {
  /** Also accepts the signal while the step runs and has not begun to wait; a later signal replaces an earlier one. */
  evenBeforeWait?: boolean;
}

/**
 * Sends a signal to a waiting step and wakes its execution, in the caller's transaction: the execution continues
 * exactly if the caller's changes are committed. A worker that drives the execution is notified; one that is releasing
 * it meanwhile finds the count of signals raised and queues it at once.
 * @returns false if the step or this attempt of it does not wait, has a signal already, or its time is over
 */
export async function signalStep(
  sql: Sql,
  { workspaceId, executionId, stepId, attempt = null }: SignalTarget,
  signal: Signal,
  { evenBeforeWait = false }: SignalOptions = {},
): Promise<boolean> {
  // Locks the claim row first: checkpoints and signals synchronize on it.
  const claim = await typed(sql, 'lock_signalled_execution', executionClaims)
    .selectFrom('execution_claims')
    .select('signals')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .where('ended', 'is', false)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) return false;
  // The statement builds JSON, and compares with the clock. A step with an error waits for its next attempt, which ignores
  // signals to this one.
  const open = evenBeforeWait
    ? `(status = 'running' or status = 'waiting' and error is null)`
    : `status = 'waiting' and error is null and signal is null`;
  const { rowCount } = await sql.query(
    `/* signal_step */ update execution_steps
     set signal = $4::json::jsonb || jsonb_build_object('seq', $5::integer, 'attempt', attempt)
     where workspace_id = $1 and execution_id = $2 and id = $3 and ${open} and attempt = coalesce($6, attempt)
       and (resume_at is null or resume_at > clock_timestamp())`,
    [workspaceId, executionId, stepId, storableJson(signal), claim.signals + 1, attempt],
  );
  if (rowCount === 0) return false;
  await sql.query(wakeSql, [workspaceId, executionId]);
  return true;
}

// Raises a counter, and notifies.
const wakeSql = `/* wake_signalled_execution */
with woken as (
  ${raiseSignalsSql('$1', '= $2::uuid')}
)
select concat_ws(' ', 'execution_signalled:' || $2::text, (select 'executions_ready' from woken where is_ready)) as notifies`;

/** Signals to steps, by step ID, and the number of signals to the execution when they were read. */
export interface SeenSignals {
  seen: number;
  signals: ReadonlyMap<string, StoredSignal>;
}

/** Stands for the attempt of a step that has not begun: its hold has let it go. */
const ofHold = 0;
const isReleased = `s.status = 'waiting' and s.resume_at is not null and s.error ->> 'code' = '${heldCode}'`;

/** The signals to these steps of an execution so far. @param steps those that can still be signalled */
export async function readSignals(
  sql: Sql,
  { workspaceId, id }: { workspaceId: string; id: string },
  steps: readonly Visit[],
): Promise<SeenSignals> {
  const { rows } = await sql.query<{ seen: number; id: string | null; signal: StoredSignal }>(
    // One statement, a part of driving the execution: the count includes these signals, and no other to these steps.
    `/* read_signals */ select c.signals as seen, s.id, s.signal
     from execution_claims c left join lateral (
       select s.id, case when ${isReleased} then jsonb_build_object('seq', c.signals, 'attempt', ${ofHold}) else s.signal::jsonb end as signal from unnest($3::text[], $4::text[]) as k(iteration, node_id) join execution_steps s
         on s.workspace_id = $1 and s.execution_id = $2 and s.iteration = k.iteration and s.node_id = k.node_id
       where s.signal is not null or ${isReleased}
     ) s on true
     where c.workspace_id = $1 and c.execution_id = $2`,
    [workspaceId, id, steps.map(({ iteration }) => iteration), steps.map(({ nodeId }) => nodeId)],
  );
  const found = rows.flatMap(({ id, signal }) => (id === null ? [] : [[id, signal] as const]));
  return { seen: rows[0]?.seen ?? 0, signals: new Map(found) };
}

/** The signals of an execution, as far as its worker has read them. */
export class ExecutionSignals {
  readonly #signals = new Map<string, StoredSignal>();
  #seen = 0;

  constructor(steps: readonly StepRecord[]) {
    for (const { id, signal } of steps) if (signal) this.#keep(id, signal);
  }

  /** Number of signals at the last read. */
  get seen(): number {
    return this.#seen;
  }

  add({ seen, signals }: SeenSignals): void {
    for (const [id, signal] of signals) this.#keep(id, signal);
    this.#seen = Math.max(this.#seen, seen);
  }

  #keep(id: string, signal: StoredSignal): void {
    this.#signals.set(id, signal);
    this.#seen = Math.max(this.#seen, signal.seq);
  }

  /** The signal of a waiting step; undefined while it keeps waiting, or waits for its next attempt. */
  of({ id, attempt, error }: StepRecord): StoredSignal | undefined {
    const signal = this.#signals.get(id);
    if (!signal || (error && error.code !== heldCode)) return undefined;
    return signal.attempt === (error ? ofHold : attempt) ? signal : undefined;
  }
}

/** How a step ends with a signal. The output of a called execution comes as it is stored. */
export function outcomeOfSignal({ handle, output: sent, error }: Signal, { nodeType }: StepRecord): Outcome {
  const output = nodeType === 'flow.call' ? fromColumn(sent) : sent;
  if (error) return { kind: 'failed', error, output };
  return { kind: 'done', output, ...(handle !== undefined && { handle }) };
}
