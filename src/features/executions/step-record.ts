import { v7 as uuidv7 } from 'uuid';
import type { GraphNode } from '../../engine/graph.js';
import {
  type AfterFailure,
  afterFailure,
  firstHandleOf,
  nextRetryDelay,
  type Plan,
  type PlannedNode,
  type Visit,
} from '../../engine/index.js';
import type { RunError } from '../../engine/step.js';
import type { AttemptResult } from './attempt-step.js';
import type { StepRecord } from './run-record.js';
import { limitOutput } from './step-limits.js';

/** A step as it begins. */
export function openStep(node: GraphNode, visit: Visit, now: Date): StepRecord {
  return {
    id: uuidv7(),
    nodeId: node.id,
    iteration: visit.iteration,
    nodeType: node.type,
    name: node.data?.label || node.id,
    attempt: 1,
    status: 'running',
    handle: null,
    input: null,
    output: null,
    variables: null,
    logs: [],
    error: null,
    truncated: false,
    resumeAt: null,
    startedAt: now.toISOString(),
    finishedAt: null,
  };
}

/** A node that no branch reached. */
export function skipStep(node: GraphNode, visit: Visit, now: Date): StepRecord {
  return { ...openStep(node, visit, now), status: 'skipped', finishedAt: now.toISOString() };
}

/** A disabled node: what came in goes out, by its first handle. */
export function passThrough(
  step: StepRecord,
  planned: PlannedNode,
  inputs: Record<string, unknown>,
  now: Date,
): StepRecord {
  const arrived = Object.values(inputs);
  const input = arrived.length === 1 ? arrived[0] : inputs;
  const handle = firstHandleOf(planned.shape, planned.node.data);
  const logs = [
    { at: now.toISOString(), level: 'info' as const, message: 'The node is disabled: its input was passed on.' },
  ];
  const passed = limitOutput(input);
  return { ...step, ...passed, status: 'completed', handle, input: passed.output, logs, finishedAt: now.toISOString() };
}

/** What becomes of a step after an attempt: done, waiting (for a time or for its next attempt), or failed. */
export function settleStep(step: StepRecord, result: AttemptResult, plan: Plan, now: Date): StepRecord {
  const planned = plan.nodes.get(step.nodeId) as PlannedNode;
  const seen: StepRecord = { ...step, ...result.seen };
  const finishedAt = now.toISOString();
  switch (result.kind) {
    case 'done': {
      const handle = result.handle ?? firstHandleOf(planned.shape, planned.node.data);
      const limited = limitOutput(result.output);
      return {
        ...seen,
        ...limited,
        // A wait keeps its output from the beginning: what was cut then is still cut.
        truncated: limited.truncated || (step.status === 'waiting' && step.truncated),
        status: 'completed',
        handle,
        error: null,
        resumeAt: null,
        finishedAt,
      };
    }
    case 'stop':
      return { ...seen, status: 'completed', handle: null, output: null, error: null, finishedAt };
    case 'wait':
      return {
        ...seen,
        ...limitOutput(result.output),
        status: 'waiting',
        error: null,
        resumeAt: result.until.toISOString(),
      };
    case 'failed': {
      const failed = { ...seen, ...limitOutput(result.output), error: limitError(result.error) };
      const delay =
        result.retryable === false ? null : nextRetryDelay(planned.node.data.retry, step.attempt, Math.random);
      if (delay !== null)
        return { ...failed, status: 'waiting', resumeAt: new Date(now.getTime() + delay * 1_000).toISOString() };
      return {
        ...failed,
        status: 'failed',
        handle: handleAfter(afterFailure(plan, step.nodeId, result.handles)),
        resumeAt: null,
        finishedAt,
      };
    }
  }
}

const messageCharacters = 4_000;

/** Messages stand in the event log too, so they stay short. */
function limitError(error: RunError): RunError {
  return error.message.length <= messageCharacters
    ? error
    : { ...error, message: `${error.message.slice(0, messageCharacters)} …` };
}

function handleAfter(after: AfterFailure): string | null {
  return after.kind === 'leave' ? after.handle : null;
}
