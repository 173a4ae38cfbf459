import type { RetryPolicy } from './graph.js';
import { dataOf, errorHandle, firstHandleOf } from './handles.js';
import type { Plan, PlannedNode } from './plan.js';

/** What becomes of a step that failed for good. */
export type AfterFailure =
  /** It leaves by this handle and the run goes on. */
  | { kind: 'leave'; handle: string }
  /** It leaves by none; the loop around it goes on with its next item. */
  | { kind: 'item'; loop: string }
  /** It leaves by none, and the loop around it fails with it: ask again for the loop's step. */
  | { kind: 'loop'; loop: string }
  /** It leaves by none and fails the run. */
  | { kind: 'run' };

/**
 * By which way a failed step's run goes on: `onError` of the node, by default by the first of `own` that is wired, then
 * `branch` where its `error` handle is wired, else `fail`. Inside a loop a failure stops the loop, or only its item with
 * `onItemError: "continue"`.
 *
 * @param own handles that the node's type has for failures of this kind
 */
export function afterFailure(plan: Plan, nodeId: string, own: readonly string[] = []): AfterFailure {
  const planned = plan.nodes.get(nodeId);
  if (!planned) return { kind: 'run' };
  const { node, shape } = planned;
  const data = dataOf(node);
  const handle = data.onError == null ? own.find((one) => isWired(plan, planned, one)) : undefined;
  if (handle !== undefined) return { kind: 'leave', handle };
  const policy = data.onError ?? (isWired(plan, planned, errorHandle) ? 'branch' : 'fail');
  if (policy === 'branch' && shape.errorHandle) return { kind: 'leave', handle: errorHandle };
  const first = firstHandleOf(shape, data);
  if (policy === 'continue' && first !== null) return { kind: 'leave', handle: first };
  if (planned.loop === null) return { kind: 'run' };
  return { kind: spansItems(plan, planned.loop) ? 'item' : 'loop', loop: planned.loop };
}

/** True where an edge leaves by a handle, be it back into the loop's `next`. */
function isWired(plan: Plan, { node, loop, outgoing }: PlannedNode, handle: string): boolean {
  if (outgoing.has(handle) || loop === null) return outgoing.has(handle);
  const returns = plan.nodes.get(loop)?.returns ?? [];
  return returns.some((edge) => edge.source === node.id && edge.sourceHandle === handle);
}

/** True for a loop that goes on with its next item where one failed. */
export function spansItems(plan: Plan, loopId: string): boolean {
  const loop = plan.nodes.get(loopId);
  return loop !== undefined && dataOf(loop.node).onItemError === 'continue';
}

const longestDelaySeconds = 24 * 60 * 60;

/**
 * Seconds to wait before the next attempt, or null when the attempts are used up. The delay is
 * `backoffSeconds × factor^(attempt − 1)`, at most a day, and up to a fifth longer by chance, so that steps which
 * failed together do not come back together.
 *
 * @param attempt the one that just failed, from 1
 * @param random from 0 up to 1
 */
export function nextRetryDelay(policy: RetryPolicy | undefined, attempt: number, random: () => number): number | null {
  if (!policy || attempt >= policy.attempts) return null;
  const delay = (policy.backoffSeconds ?? 1) * (policy.factor ?? 2) ** (attempt - 1);
  return Math.min(delay, longestDelaySeconds) * (1 + random() / 5);
}
