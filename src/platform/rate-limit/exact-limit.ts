import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type QuotaState, quotaState } from './quota-state.js';

export interface ExactLimitOptions {
  pool: pg.Pool;
  /** The prefix of keys, which separates the limits. */
  name: string;
  /** Requests for each key and window. */
  limit: number;
  windowSeconds: number;
  /** Whether an exhausted key is refused from memory until its window ends. Not for limits with `giveBack`. */
  rememberRefused?: boolean;
  /** Whether this limit deletes the ended windows of all limits every five minutes. */
  sweeps?: boolean;
}

/**
 * Counts each request in Postgres before it proceeds, so that all processes together never exceed the limit. A window
 * begins with the first request of a key. If the database is unavailable, requests fail; they need the database anyway.
 */
export class ExactLimit {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly #limiter: RateLimiterPostgres;

  constructor({ pool, name, limit, windowSeconds, rememberRefused = true, sweeps = false }: ExactLimitOptions) {
    this.limit = limit;
    this.windowSeconds = windowSeconds;
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: limit,
      duration: windowSeconds,
      clearExpiredByTimeout: sweeps,
      inMemoryBlockOnConsumed: rememberRefused ? limit : 0,
    });
  }

  /** Counts one request, or refuses it. @throws errors of the database */
  async take(key: string): Promise<QuotaState> {
    try {
      const { consumedPoints, msBeforeNext } = await this.#limiter.consume(key);
      return quotaState(true, this, consumedPoints, msBeforeNext);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return quotaState(false, this, this.limit, refused.msBeforeNext);
    }
  }

  /** Gives back one request that was counted, refused or not. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key);
  }
}
