import type pg from 'pg';
import { BruteForceLimiter } from '../platform/rate-limit/brute-force-limiter.js';
import { ExactLimit } from '../platform/rate-limit/exact-limit.js';
import type { RateLimits } from '../platform/rate-limit/rate-limits.js';
import { SharedCounter, type SharedCounterOptions } from '../platform/rate-limit/shared-counter.js';

export interface RateLimitSettings {
  /** Requests per minute of each caller in each workspace. 0 turns this limit off. */
  perMinute: number;
  /** Requests per minute of each address to credential routes, and with invalid webhook tokens. */
  credentialsPerMinute: number;
}

type Options = RateLimitSettings & Pick<SharedCounterOptions, 'log' | 'now'> & { pool: pg.Pool };

const failedLogins = 10;
const quarterOfAnHour = 15 * 60;
const creditRatesPerMinute = 30;

/** Every rate limit, on one table that all processes share. */
export function createRateLimits({ pool, log, now, perMinute, credentialsPerMinute }: Options): RateLimits {
  const general = perMinute > 0 ? new SharedCounter({ sql: pool, log, now, limit: perMinute }) : null;
  const aMinute = (name: string, limit: number) => new ExactLimit({ pool, name, limit, windowSeconds: 60 });
  const logins = new ExactLimit({
    pool,
    name: 'failed-login',
    limit: failedLogins,
    windowSeconds: quarterOfAnHour,
    rememberRefused: false,
    sweeps: true,
  });
  return {
    general,
    byAddress: {
      credentials: aMinute('credentials', credentialsPerMinute),
      creditRates: aMinute('credit-rates', creditRatesPerMinute),
      badTokens: aMinute('bad-token', credentialsPerMinute),
    },
    failedLogins: new BruteForceLimiter(logins, `More than ${failedLogins} failed logins with this email`),
    close: async () => general?.close(),
  };
}
