import { OutboundError } from './outbound-error.js';

/** Ends an exchange early, at once: by the caller's signal or when its time is over. */
export interface Deadline {
  /** Why it was ended; undefined while it may go on. */
  readonly reason: Error | undefined;
  /** Called once, with the reason. One listener, the newest. */
  listener: ((reason: Error) => void) | undefined;
  /** Frees the timer and the signal; to be called in any case. */
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
  const timer = setTimeout(() => end(outOfTime(host, timeoutMs)), Math.min(timeoutMs, longestTimerMs));
  const deadline: Deadline = {
    get reason() {
      return reason;
    },
    listener: undefined,
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);
  return deadline;
}

/** The work's result, unless the exchange ends before it is there. */
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
  const message = `${host} did not answer in full within ${timeoutMs / 1000} s. Try again, or allow more time.`;
  return new OutboundError('OUTBOUND_TIMEOUT', message, true);
}
