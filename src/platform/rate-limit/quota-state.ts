import { AppError } from '../errors/errors.js';

/** The state of a limit after a request was counted or refused. */
export interface QuotaState {
  allowed: boolean;
  /** Requests in a window. */
  limit: number;
  windowSeconds: number;
  /** Requests left until the window ends. */
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** The limit that a state belongs to. */
type Limit = Pick<QuotaState, 'limit' | 'windowSeconds'>;

/** Creates a quota state. @param msLeft until the window ends */
export function quotaState(
  allowed: boolean,
  { limit, windowSeconds }: Limit,
  counted: number,
  msLeft: number,
): QuotaState {
  return {
    allowed,
    limit,
    windowSeconds,
    remaining: Math.max(limit - counted, 0),
    resetSeconds: Math.max(Math.ceil(msLeft / 1000), 1),
  };
}

/**
 * The quota state as header names and values: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10),
 * the three of earlier drafts, and `Retry-After` if the request was refused.
 */
export function quotaHeaders(state: QuotaState): [string, string][] {
  const { allowed, limit, windowSeconds, remaining, resetSeconds } = state;
  const headers: [string, string][] = [
    ['ratelimit-policy', `"default";q=${limit};w=${windowSeconds}`],
    ['ratelimit', `"default";r=${remaining};t=${resetSeconds}`],
    ['ratelimit-limit', String(limit)],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', String(resetSeconds)],
  ];
  return allowed ? headers : [...headers, ['retry-after', String(resetSeconds)]];
}

/** The error of an exceeded limit. @param what for example `More than 600 requests a minute by this caller` */
export function rateLimited(what: string, { resetSeconds }: QuotaState): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${what}. Retry in ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}.`,
    undefined,
    resetSeconds,
  );
}
