import { violationsOf } from '../compare.js';
import type { Effect } from '../flow-model.js';
import type { Expectation, Expected } from '../interpret.js';
import { recordName } from '../node-kinds/record-kinds.js';
import type { SeenExecution } from './read-tree.js';

/** What happened outside of the executions. */
export interface Outside {
  calls: ReadonlyMap<string, number>;
  wrong: ReadonlyMap<string, string[]>;
  records: ReadonlyMap<string, number>;
  /** How often the work of an execution was interrupted at most. */
  interruptions: (executionId: string) => number;
  /** The node that calls a flow. */
  callerOf: (flowId: string) => string | undefined;
}

/**
 * What is wrong with an execution, those that it called, and what they did outside.
 *
 * @param mayBeCancelled whether the step that called it may have ended before it
 */
export function verify(seen: SeenExecution, expected: Expectation, outside: Outside, mayBeCancelled = false): string[] {
  const open = seen.steps.filter(({ status }) => status === 'running' || status === 'waiting');
  const violations = [...(outside.wrong.get(seen.id) ?? []), ...open.map(({ nodeId }) => `${nodeId} is still open`)];
  const isCancelled = mayBeCancelled && seen.status === 'cancelled';
  if (!isCancelled) violations.push(...violationsOf(seen.steps, seen, expected));
  const claimed = new Set<SeenExecution>();
  for (const [key, step] of expected.steps) {
    const isSure = !isCancelled && !expected.unsure.has(key);
    const [iteration = '', nodeId = ''] = key.split(' ');
    if (step.effect)
      violations.push(...effectViolations(seen.id, { nodeId, iteration }, step, step.effect, isSure, outside));
    if (!step.called) continue;
    const children = seen.children.filter(({ at, flowId }) => at === iteration && outside.callerOf(flowId) === nodeId);
    for (const child of children) claimed.add(child);
    violations.push(...countViolations(`${key} called`, children.length, step.attempt, step.attempt, isSure));
    for (const child of children) violations.push(...verify(child, step.called, outside, !isSure));
  }
  const unclaimed = seen.children.filter((child) => !claimed.has(child));
  return [...violations, ...unclaimed.map(({ id }) => `${id} was called by no step`)];
}

function effectViolations(
  executionId: string,
  { nodeId, iteration }: { nodeId: string; iteration: string },
  { attempt }: Expected,
  effect: Effect,
  isSure: boolean,
  { calls, records, interruptions }: Outside,
): string[] {
  if (effect === 'call') {
    const made = calls.get(`${executionId}:${nodeId}:${iteration}`) ?? 0;
    const most = attempt + interruptions(executionId);
    return countViolations(`${iteration} ${nodeId} called`, made, attempt, most, isSure);
  }
  const made = records.get(recordName(executionId, nodeId, iteration)) ?? 0;
  return countViolations(`${iteration} ${nodeId} made ${effect}s`, made, 1, 1, isSure);
}

function countViolations(what: string, count: number, least: number, most: number, isSure: boolean): string[] {
  if (count <= most && (count >= least || !isSure)) return [];
  return [`${what} ${count} times, not ${least === most ? least : `${least} to ${most}`}`];
}
