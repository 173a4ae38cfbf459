import { type ExecutionState, nodeAt, type Visit } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { stopped } from '../store/execution-errors.js';
import type { StepRecord } from '../store/execution-record.js';
import type { AttemptResult } from './attempt-step.js';
import type { ExecutionLifecycle } from './execution-lifecycle.js';

interface Ended {
  state: ExecutionState;
  lifecycle: ExecutionLifecycle;
}

/** Ends the execution if the result of a step says so. */
export function stopWith({ lifecycle }: Ended, step: StepRecord, result: AttemptResult): void {
  if (result.kind !== 'stop') return;
  lifecycle.end(result.status, result.status === 'failed' ? stopped(step, result.message) : null);
}

/** A step that fails without a handle fails the execution; inside a loop, the loop decides. */
export function failWith({ state, lifecycle }: Ended, step: StepRecord): void {
  const isLooped = nodeAt(state.plan, step)?.loop != null;
  if (step.status !== 'failed' || step.handle !== null || isLooped) return;
  lifecycle.fail({ nodeId: step.nodeId, ...(step.error as EngineError) });
}

/** True for a step that may have to stop before the execution does. */
export function mayEndEarly({ plan }: ExecutionState, visit: Visit): boolean {
  const node = nodeAt(plan, visit);
  return node !== undefined && (plan.exits.length > 0 || node.loop !== null || node.losesTo.length > 0);
}
