import { OutboundError } from './outbound-error.js';

/** Ends a request early: by the caller's signal, or when its timeout has passed. */
export interface Deadline {
  /** Why it was ended; undefined while it may continue. */
  readonly reason: Error | undefined;
  /** Called once, with the reason. Only the newest listener is called. */
  listener: ((reason: Error) => void) | undefined;
  /** Does not count time until `resume`. */
  pause(): void;
  resume(): void;
  /** Releases the timer and the signal; must always be called. */
  release(): void;
}

const longestTimerMs = 2 ** 31 - 1;

export function createDeadline(host: string, timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  let reason: Error | undefined;
  const end = (why: Error) => {
    reason ??= why;
    deadline.listener?.(reason);
  };
  const onAbort = () => end(abortReason(signal));
  let left = Math.min(timeoutMs, longestTimerMs);
  let since = performance.now();
  let timer: NodeJS.Timeout;
  const resume = () => {
    since = performance.now();
    timer = setTimeout(() => end(outOfTime(host, timeoutMs)), left);
  };
  const deadline: Deadline = {
    get reason() {
      return reason;
    },
    listener: undefined,
    pause: () => {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
    },
    resume,
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  resume();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);
  return deadline;
}

/** The result of `work`, unless the request is ended before. */
export function unlessAborted<Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (deadline.reason) reject(deadline.reason);
    deadline.listener = reject;
    work.then(resolve, reject);
  });
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('The request was cancelled.', 'AbortError');
}

function outOfTime(host: string, timeoutMs: number): OutboundError {
  const message = `${host} did not respond completely within ${timeoutMs / 1000} seconds. Try again, or increase the timeout.`;
  return new OutboundError('OUTBOUND_TIMEOUT', message, true);
}
