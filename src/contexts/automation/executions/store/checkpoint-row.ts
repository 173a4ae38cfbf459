import { eventRow } from '../../../billing/usage/index.js';
import { eventWaitsOf } from './event-waits.js';
import type { Checkpoint, StepRecord } from './execution-record.js';
import { holdsOf } from './parked-steps.js';

/**
 * True for a `flow.call` step whose attempt can have ended before the execution it called: the step failed or was
 * cancelled, or waits for its next attempt.
 */
function isAbandoning({ nodeType, status, error }: StepRecord): boolean {
  if (nodeType !== 'flow.call') return false;
  return status === 'cancelled' || status === 'failed' || (status === 'waiting' && error !== null);
}

/** The steps that begin to wait for an approval; null for none. A step with an error waits for its next attempt. */
function approvalsOf(steps: readonly StepRecord[]): string[] | null {
  const asking = steps.filter(
    ({ nodeType, status, error }) => nodeType === 'wait.approval' && status === 'waiting' && !error,
  );
  return asking.length > 0 ? asking.map(({ id }) => id) : null;
}

/**
 * One row of the input of a checkpoint; see `checkpoint-executions.sql.ts`.
 * @param takesNext whether the worker takes over the next execution in line of the flow
 */
export function checkpointRow({ run, n, steps, loops, operations, release }: Checkpoint, takesNext = true) {
  const ended = release?.kind === 'ended' ? release : null;
  const status = ended?.status ?? 'running';
  const waits = release?.kind === 'waiting' && release.isHeld ? 'held' : 'waiting';
  const phase = { ended: 'done', waiting: waits, 'handed-back': 'queued', none: 'active' }[release?.kind ?? 'none'];
  const { id, workspaceId, flowId, fence } = run;
  return {
    id,
    workspaceId,
    flowId,
    fence,
    n,
    status,
    output: ended?.output ?? null,
    error: ended?.error ?? null,
    finishedAt: ended?.at ?? null,
    releases: release !== undefined,
    // A process that is stopping must not take over the next execution in line: it would only requeue it.
    handsOn: takesNext && release !== undefined && release.kind !== 'handed-back',
    activeMs: release?.activeMs ?? null,
    seen: release?.kind === 'waiting' ? release.signalsSeen : null,
    dropsCalls: steps.some(isAbandoning),
    progress: steps.some(({ status }) => status !== 'running'),
    // Before all others: it has waited in the queue already.
    readyAt: release?.kind === 'handed-back' ? new Date(0).toISOString() : null,
    dueAt: release?.kind === 'waiting' ? release.until : null,
    ...eventWaitsOf(steps),
    ...holdsOf(steps),
    approvals: approvalsOf(steps),
    operations: operations?.length
      ? operations.map(({ operation, event }) => ({ operation, event: eventRow(event) }))
      : null,
    steps: steps.map(withoutNulls),
    loops: loops?.length ? loops : null,
    changes: steps.map(({ nodeId, iteration, status, attempt, error }) => ({
      nodeId,
      iteration,
      status,
      attempt,
      ...(error && { error }),
    })),
    execution: { status, phase },
  };
}

/** A step without what is null in it anyway: that is most of its columns. */
function withoutNulls(step: StepRecord): Partial<StepRecord> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(step)) if (value !== null) row[name] = value;
  return row;
}
