import { errorHandle, nodeAt, type Plan, timeoutHandle, type Visit } from '../../../../engine/index.js';
import type { Outcome } from '../../../../nodes/index.js';
import type { StepRecord } from '../store/execution-record.js';
import { longestTimerMs } from './execution-waits.js';

/** Shared: an abort without a reason creates an error with its stack each time. */
const attemptOver = new DOMException('The attempt is over.', 'AbortError');

/** Milliseconds that a node may take to end after it is aborted. */
const noticeMs = 1_000;

/** The node's `timeout` in seconds; undefined without one. */
export function timeoutOf(plan: Plan, visit: Visit): number | undefined {
  const seconds = nodeAt(plan, visit)?.node.data.timeout;
  return typeof seconds === 'number' ? seconds : undefined;
}

/**
 * Ends an attempt after the node's `timeout` seconds, and soon after the execution has stopped, whatever the node does.
 * @param stopped aborted when the execution stops
 */
export async function withTimeout(
  seconds: number | undefined,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const own = new AbortController();
  const timeout = Promise.withResolvers<Outcome>();
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number, outcome: Outcome) =>
    timers.push(setTimeout(() => timeout.resolve(outcome), Math.min(ms, longestTimerMs)));
  const forward = () => {
    own.abort(attemptOver);
    endAfter(noticeMs, { kind: 'failed', error: { code: 'INTERRUPTED', message: 'The step was interrupted.' } });
  };
  if (stopped.aborted) forward();
  else stopped.addEventListener('abort', forward, { once: true });
  if (seconds !== undefined) endAfter(seconds * 1_000, stepTimeout(seconds));
  try {
    return await Promise.race([run(own.signal), timeout.promise]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopped.removeEventListener('abort', forward);
    own.abort(attemptOver);
  }
}

/**
 * A wait that lasts until the attempt's timeout at most. If that comes before the end of the wait itself, the wait stores
 * the handle `error`: when its time has passed, the step fails.
 * @param began when the attempt began
 */
export function limitWait(outcome: Outcome, began: Date, seconds: number | undefined): Outcome {
  if (outcome.kind !== 'wait' || seconds === undefined) return outcome;
  const deadline = new Date(began.getTime() + seconds * 1_000);
  if (outcome.until !== null && outcome.until <= deadline) return outcome;
  return { ...outcome, until: deadline, handle: errorHandle };
}

/** True for a wait that its attempt's timeout ends, unless a signal comes before. */
export function isLimitedWait({ status, handle, error }: StepRecord): boolean {
  return status === 'waiting' && handle === errorHandle && !error;
}

/** How a wait ends at its attempt's timeout. */
export function endOfLimitedWait(plan: Plan, step: StepRecord): Outcome {
  return { ...stepTimeout(timeoutOf(plan, step) ?? 0), output: step.output };
}

/** Leaves by the handle `timeout` where it is connected, else like every other failure. */
function stepTimeout(seconds: number) {
  return {
    kind: 'failed' as const,
    handles: [timeoutHandle],
    error: {
      code: 'STEP_TIMEOUT' as const,
      message: `The step exceeded its timeout of ${seconds} seconds. Increase its timeout, or reduce its work.`,
    },
  };
}
