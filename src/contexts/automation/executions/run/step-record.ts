import type { GraphNode } from '../../../../engine/graph.js';
import {
  type AfterFailure,
  afterFailure,
  type EndedLoop,
  firstHandleOf,
  loopHandles,
  nextRetryDelay,
  nodeAt,
  type Plan,
  type PlannedNode,
  splitIteration,
  type Visit,
} from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { newId } from '../../../../platform/new-id.js';
import type { StepRecord, StoredAttempt } from '../store/execution-record.js';
import { measureJson } from '../store/values/json-size.js';
import { holdValue, isShownCut, readableBytesAtMost } from '../store/values/large-values.js';
import type { AttemptResult } from './attempt-step.js';
import { StepLogs } from './step-limits.js';

/** A step at its beginning. */
export function openStep(node: GraphNode, visit: Visit, now: Date): StepRecord {
  return {
    id: newId(),
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
    encrypted: null,
    progress: null,
    resumeAt: null,
    startedAt: now.toISOString(),
    finishedAt: null,
    seq: null,
    interruptions: 0,
  };
}

/** A step that was in progress when its worker stopped or died, as it starts again. */
export function interruptedStep(step: StepRecord, now: () => Date): StepRecord {
  const logs = new StepLogs(now, step.logs);
  logs.add('warn', 'The step was interrupted, and started again with the same idempotency key.');
  return { ...step, logs: logs.lines, interruptions: step.interruptions + 1 };
}

/** The step of a node that no branch reached. */
export function skipStep(node: GraphNode, visit: Visit, now: Date): StepRecord {
  return { ...openStep(node, visit, now), status: 'skipped', finishedAt: now.toISOString() };
}

/**
 * A time at which something happens to a step, as an ISO time: never before what has happened to it. The worker before may
 * have had a clock that was a little ahead.
 */
function timeIn({ startedAt, attempts }: StepRecord, now: Date): string {
  const last = attempts?.at(-1);
  const known = [startedAt, last?.startedAt, last?.finishedAt].map((time) => (time ? Date.parse(time) : 0));
  return new Date(Math.max(now.getTime(), ...known)).toISOString();
}

/** The step of a disabled node: passes its input on by its first handle. */
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
    { at: now.toISOString(), level: 'info' as const, message: 'The node is disabled. Its input was passed on.' },
  ];
  const held = holding(input);
  return {
    ...step,
    ...held,
    attempt: 0,
    status: 'completed',
    handle,
    input: held.output,
    logs,
    finishedAt: timeIn(step, now),
  };
}

/** An output as a step holds it. */
function holding(value: unknown): Pick<StepRecord, 'output' | 'truncated'> {
  const output = holdValue(value);
  return { output, truncated: isShownCut(output) };
}

/** The step after an attempt: completed, waiting (for a time, a signal or its next attempt), or failed. */
export function settleStep(step: StepRecord, result: AttemptResult, plan: Plan, now: Date): StepRecord {
  const planned = nodeAt(plan, step) as PlannedNode;
  const seen: StepRecord = { ...step, ...result.seen };
  const finishedAt = timeIn(step, now);
  switch (result.kind) {
    case 'done': {
      const handle = result.handle ?? firstHandleOf(planned.shape, planned.node.data);
      return {
        ...seen,
        ...holding(result.output),
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
        ...holding(result.output),
        status: 'waiting',
        handle: result.handle ?? null,
        error: null,
        resumeAt: result.until?.toISOString() ?? null,
        wants: result.event ?? null,
      };
    case 'postponed':
      return {
        ...seen,
        status: 'waiting',
        handle: null,
        error: result.error,
        resumeAt: result.until.toISOString(),
        wants: null,
      };
    case 'loop': {
      // The items are stored in full: the execution is rebuilt from them, and their expression may return others later.
      const output = result.items ? { items: result.items } : { items: null, atMost: result.atMost };
      if (measureJson(output, readableBytesAtMost).own > readableBytesAtMost)
        return settleStep(step, { ...tooManyItems, seen: result.seen }, plan, now);
      const concurrency = (result.items && result.concurrency) ?? 1;
      const progress = { concurrency, next: 0, open: [], ended: false, steps: 0 };
      return { ...seen, output: holdValue(output), status: 'running', handle: loopHandles.item, progress };
    }
    case 'failed': {
      // A wait that failed by its timeout may have waited for an event.
      const failed = { ...seen, ...holding(result.output), wants: null, error: limitError(result.error) };
      const delay =
        result.retryable === false ? null : nextRetryDelay(planned.node.data.retry, step.attempt, Math.random);
      if (delay !== null) {
        const pauseMs = Math.max(delay * 1_000, result.retryAfterMs ?? 0);
        const resumeAt = new Date(now.getTime() + pauseMs).toISOString();
        return { ...failed, status: 'waiting', resumeAt, attempts: endAttempt(failed, finishedAt) };
      }
      return {
        ...failed,
        status: 'failed',
        handle: handleAfter(afterFailure(plan, step, result.handles)),
        resumeAt: null,
        finishedAt,
      };
    }
  }
}

/** The attempts of a step, of which the last one has failed. */
function endAttempt({ attempt, attempts, error, startedAt }: StepRecord, finishedAt: string): StoredAttempt[] {
  const former = attempts?.slice(0, -1) ?? [];
  const last = attempts?.at(-1) ?? { attempt, startedAt };
  return [...former, { ...last, finishedAt, ...(error && { error }) }];
}

/** A step as its next attempt begins. */
export function nextAttempt(step: StepRecord, now: Date): StepRecord {
  const attempt = step.attempt + 1;
  const attempts = [...(step.attempts ?? []), { attempt, startedAt: timeIn(step, now) }];
  return { ...step, status: 'running', handle: null, attempt, attempts, output: null, truncated: false };
}

const tooManyItems = {
  kind: 'failed',
  error: {
    code: 'LOOP_LIMIT',
    message: 'The items of a loop must be at most 10 MiB in total. Pass only what is needed.',
  },
  retryable: false,
} as const;

/** A loop after its last item, or after a step of an item failed it. */
export function endLoop(begun: StepRecord, ended: EndedLoop, cause: StepRecord | undefined, now: Date): StepRecord {
  const error = cause?.error ? errorOfItem(begun, cause, cause.error) : null;
  const { status, handle, progress = begun.progress } = ended;
  return { ...begun, ...holding(ended.output), status, handle, progress, error, finishedAt: timeIn(begun, now) };
}

/** The error of a loop that an item failed. The steps of a node with `each` differ by their items only. */
function errorOfItem(loop: StepRecord, { nodeId, iteration }: StepRecord, error: EngineError): EngineError {
  const { message } = error;
  const named = nodeId === loop.nodeId ? `Item ${splitIteration(iteration).index}: ${message}` : message;
  return limitError({ ...error, message: named, nodeId: error.nodeId ?? nodeId });
}

/** A step that is cancelled because what it belongs to has ended. */
export function cancelStep(step: StepRecord, now: Date): StepRecord {
  return { ...step, status: 'cancelled', handle: null, resumeAt: null, finishedAt: timeIn(step, now) };
}

const messageCharacters = 4_000;

/** Messages are stored in the event log too, so their length is limited. */
function limitError(error: EngineError): EngineError {
  return error.message.length <= messageCharacters
    ? error
    : { ...error, message: `${error.message.slice(0, messageCharacters)} …` };
}

function handleAfter(after: AfterFailure): string | null {
  return after.kind === 'leave' ? after.handle : null;
}
