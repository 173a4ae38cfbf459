import { AppError } from '../errors/errors.js';

/** The state of a limit after a request was counted or refused. */
export interface QuotaState {
  allowed: boolean;
  /** Requests in a window. */
  limit: number;
  /** Requests left until the window ends. */
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Creates a quota state. @param msLeft until the window ends */
export function quotaState(allowed: boolean, limit: number, counted: number, msLeft: number): QuotaState {
  return {
    allowed,
    limit,
    remaining: Math.max(limit - counted, 0),
    resetSeconds: Math.max(Math.ceil(msLeft / 1000), 1),
  };
}

/** The quota state as header names and values: `RateLimit-*`, and `Retry-After` if the request was refused. */
export function quotaHeaders({ allowed, limit, remaining, resetSeconds }: QuotaState): [string, string][] {
  const headers: [string, string][] = [
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
