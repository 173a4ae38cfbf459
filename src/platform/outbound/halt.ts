import { OutboundError } from './outbound-error.js';

/** Ends an exchange early, at once: by the caller's signal or when its time is over. */
export interface Halt {
  /** Why it was ended; undefined while it may go on. */
  readonly reason: Error | undefined;
  /** Called once, with the reason. One listener, the newest. */
  listener: ((reason: Error) => void) | undefined;
  /** Frees the timer and the signal; to be called in any case. */
  release(): void;
}

const longestTimerMs = 2 ** 31 - 1;

export function createHalt(host: string, timeoutMs: number, signal: AbortSignal | undefined): Halt {
  let reason: Error | undefined;
  const end = (why: Error) => {
    reason ??= why;
    halt.listener?.(reason);
  };
  const onAbort = () => end(abortReason(signal));
  const timer = setTimeout(() => end(outOfTime(host, timeoutMs)), Math.min(timeoutMs, longestTimerMs));
  const halt: Halt = {
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
  return halt;
}

/** The work's result, unless the exchange ends before it is there. */
export function unlessHalted<Result>(halt: Halt, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (halt.reason) reject(halt.reason);
    halt.listener = reject;
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
