/** Milliseconds after each failed attempt; the last one repeats. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000].map((seconds) => seconds * 1_000);
/** Retries are spread, so that the deliveries of an outage do not all come back at once. */
const jitter = 0.1;

/** Milliseconds of failures after which a delivery fails for good, and a webhook is switched off. */
export const patienceMs = 3 * 24 * 3_600_000;

export interface FailedAttempts {
  /** The number of attempts, at least 1. */
  count: number;
  /** When the first one began. */
  firstAt: Date;
  now: Date;
  /** From 0 to 1. */
  random: number;
  /** For how long the receiver asked to send nothing; at most a day. */
  pauseMs?: number | null;
}

/**
 * When a delivery is tried again; null after three days. The last attempt is made exactly then, and none before the receiver
 * wants it.
 */
export function nextAttempt({ count, firstAt, now, random, pauseMs }: FailedAttempts): Date | null {
  const last = firstAt.getTime() + patienceMs;
  if (now.getTime() >= last) return null;
  const delay = delays[Math.min(count, delays.length) - 1] as number;
  const planned = Math.min(now.getTime() + delay * (1 + jitter * random), last);
  return new Date(Math.max(planned, now.getTime() + (pauseMs ?? 0)));
}

/** Milliseconds for which a webhook gets nothing after failures in a row: at most a minute. */
export function restMs(failures: number): number {
  return Math.min(60_000, 2 ** Math.min(failures - 1, 6) * 1_000);
}
