import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type QuotaState, quotaState } from './quota-state.js';

export interface ExactLimitOptions {
  pool: pg.Pool;
  /** Stands before each key, so that limits do not meet. */
  name: string;
  /** Requests for each key and window. */
  limit: number;
  windowSeconds: number;
  /** Whether a key that is used up is refused from memory until its window ends. Not for limits that give back. */
  rememberRefused?: boolean;
  /** Whether this one clears the table of every limit's ended windows, each five minutes. */
  sweeps?: boolean;
}

/**
 * Counts each request in Postgres before it goes on, so that all processes together never let one too many through. A
 * window begins with a key's first request. While the database is away nothing is let through: what is guarded by this
 * needs the database anyway.
 */
export class ExactLimit {
  readonly limit: number;
  readonly #limiter: RateLimiterPostgres;

  constructor({ pool, name, limit, windowSeconds, rememberRefused = true, sweeps = false }: ExactLimitOptions) {
    this.limit = limit;
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

  /** Counts one request, or refuses it. @throws whatever the database throws */
  async take(key: string): Promise<QuotaState> {
    try {
      const { consumedPoints, msBeforeNext } = await this.#limiter.consume(key);
      return quotaState(true, this.limit, consumedPoints, msBeforeNext);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return quotaState(false, this.limit, this.limit, refused.msBeforeNext);
    }
  }

  /** Takes back one that was counted, refused or not. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key);
  }
}
