import type pg from 'pg';
import { BruteForceLimits } from '../platform/rate-limit/brute-force-limits.js';
import { ExactLimit } from '../platform/rate-limit/exact-limit.js';
import type { RateLimits } from '../platform/rate-limit/rate-limits.js';
import { accountLinkSeconds } from '../platform/rate-limit/rate-limits.js';
import { SharedCounter, type SharedCounterOptions } from '../platform/rate-limit/shared-counter.js';

export interface RateLimitSettings {
  /** Requests per minute of each caller in each workspace. 0 turns this limit off. */
  perMinute: number;
  /** Requests per minute of each address to credential routes, and with invalid webhook tokens. */
  credentialsPerMinute: number;
}

type Options = RateLimitSettings & Pick<SharedCounterOptions, 'log' | 'now'> & { pool: pg.Pool };

const creditRatesPerMinute = 30;
/** Forms have several pages, and errors. */
const formsForCredentials = 2;
const accountMails = 5;

/** Every rate limit, on one table that all processes share. */
export function createRateLimits({ pool, log, now, perMinute, credentialsPerMinute }: Options): RateLimits {
  const general = perMinute > 0 ? new SharedCounter({ sql: pool, log, now, limit: perMinute }) : null;
  const aMinute = (name: string, limit: number) => new ExactLimit({ pool, name, limit, windowSeconds: 60 });
  return {
    general,
    byAddress: {
      credentials: aMinute('credentials', credentialsPerMinute),
      creditRates: aMinute('credit-rates', creditRatesPerMinute),
      badTokens: aMinute('bad-token', credentialsPerMinute),
      forms: aMinute('forms', formsForCredentials * credentialsPerMinute),
      accountLinks: aMinute('account-link', credentialsPerMinute),
    },
    failedLogins: new BruteForceLimits({ pool, name: 'failed-login', what: 'failed logins', whose: 'with this email' }),
    failedCodes: new BruteForceLimits({ pool, name: 'failed-code', what: 'wrong codes', whose: 'for this user' }),
    accountMails: new ExactLimit({
      pool,
      name: 'account-mail',
      limit: accountMails,
      windowSeconds: accountLinkSeconds,
      sweeps: true,
    }),
    close: async () => general?.close(),
  };
}
