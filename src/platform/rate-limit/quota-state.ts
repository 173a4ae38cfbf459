import { AppError } from '../errors.js';

/** Where somebody stands against a limit, after a request was counted or refused. */
export interface QuotaState {
  allowed: boolean;
  /** Requests a window. */
  limit: number;
  /** Requests left until the window ends. */
  remaining: number;
  /** Until the window ends, at least 1. */
  resetSeconds: number;
}

/** @param msLeft until the window ends */
export function quotaState(allowed: boolean, limit: number, counted: number, msLeft: number): QuotaState {
  return {
    allowed,
    limit,
    remaining: Math.max(limit - counted, 0),
    resetSeconds: Math.max(Math.ceil(msLeft / 1000), 1),
  };
}

/** A standing as header names and values: `RateLimit-*`, and `Retry-After` for what was refused. */
export function quotaHeaders({ allowed, limit, remaining, resetSeconds }: QuotaState): [string, string][] {
  const headers: [string, string][] = [
    ['ratelimit-limit', String(limit)],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', String(resetSeconds)],
  ];
  return allowed ? headers : [...headers, ['retry-after', String(resetSeconds)]];
}

/** @param what was too much, as `More than 600 requests a minute by this caller in this workspace` */
export function rateLimited(what: string, { resetSeconds }: QuotaState): AppError {
  return new AppError(
    'RATE_LIMITED',
    `${what}: wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}, then go on more slowly.`,
    undefined,
    resetSeconds,
  );
}
