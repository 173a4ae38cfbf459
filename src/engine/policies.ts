import type { RetryPolicy } from './graph.js';
import { dataOf, errorHandle, handleInSpiteOfFailure, hasErrorHandle } from './handles.js';
import { nodeAt } from './loop-items.js';
import type { Plan, PlannedNode } from './plan.js';
import type { Visit } from './visit.js';

/** What follows a step that failed and has no attempt left. */
export type AfterFailure =
  /** It leaves by this handle and the execution continues. */
  | { kind: 'leave'; handle: string }
  /** It has no handle; the loop around it continues with its next item. */
  | { kind: 'item'; loop: string }
  /** It has no handle, and the loop around it fails: call again for the loop's step. */
  | { kind: 'loop'; loop: string }
  /** It has no handle and fails the execution. */
  | { kind: 'run' };

/**
 * Decides how an execution continues after a failed step: by `onError` of the node. Without it, by the first of `own` that
 * is connected, then `branch` where its `error` handle is connected, else `fail`. Inside a loop a failure stops the loop,
 * or only its item with `onItemError: "continue"`.
 *
 * @param own handles that the node type has for failures of this kind
 */
export function afterFailure(plan: Plan, visit: Visit, own: readonly string[] = []): AfterFailure {
  const planned = nodeAt(plan, visit);
  if (!planned) return { kind: 'run' };
  const { node, shape } = planned;
  const data = dataOf(node);
  const handle = data.onError == null ? own.find((one) => isWired(plan, planned, one)) : undefined;
  if (handle !== undefined) return { kind: 'leave', handle };
  const policy = data.onError ?? (isWired(plan, planned, errorHandle) ? 'branch' : 'fail');
  if (policy === 'branch' && hasErrorHandle(shape, data)) return { kind: 'leave', handle: errorHandle };
  const onward = policy === 'continue' ? handleInSpiteOfFailure(shape, data) : null;
  if (onward !== null) return { kind: 'leave', handle: onward };
  if (planned.loop === null) return { kind: 'run' };
  return { kind: spansItems(plan, planned.loop) ? 'item' : 'loop', loop: planned.loop };
}

/** True where an edge leaves by a handle, including back into the loop's `next`. */
function isWired(plan: Plan, { node, loop, outgoing }: PlannedNode, handle: string): boolean {
  if (outgoing.has(handle) || loop === null || loop === node.id) return outgoing.has(handle);
  const returns = plan.nodes.get(loop)?.returns ?? [];
  return returns.some((edge) => edge.source === node.id && edge.sourceHandle === handle);
}

/** True for a loop that continues with its next item when one failed. */
export function spansItems(plan: Plan, loopId: string): boolean {
  const loop = plan.nodes.get(loopId);
  return loop !== undefined && dataOf(loop.node).onItemError === 'continue';
}

const longestDelaySeconds = 24 * 60 * 60;

/**
 * Seconds to wait before the next attempt, or null when no attempt is left. The delay is
 * `backoffSeconds × factor^(attempt − 1)`, at most a day, plus up to 20% of random jitter, so that steps which failed
 * together do not retry together.
 *
 * @param attempt the one that just failed, from 1
 * @param random from 0 up to 1
 */
export function nextRetryDelay(policy: RetryPolicy | undefined, attempt: number, random: () => number): number | null {
  if (!policy || attempt >= policy.attempts) return null;
  const delay = (policy.backoffSeconds ?? 1) * (policy.factor ?? 2) ** (attempt - 1);
  return Math.min(delay, longestDelaySeconds) * (1 + random() / 5);
}
