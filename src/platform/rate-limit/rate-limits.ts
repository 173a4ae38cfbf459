import type { BruteForceLimiter } from './brute-force-limiter.js';
import type { ExactLimit } from './exact-limit.js';
import type { SharedCounter } from './shared-counter.js';

/** Every limit on how often something may be asked. */
export interface RateLimits {
  /** Of each caller in each workspace; null where it is turned off. */
  general: SharedCounter | null;
  /** Of each address, by what an operation declares in its rule. */
  byAddress: Readonly<Record<AddressLimit, ExactLimit>>;
  /** Passwords, by email. */
  failedLogins: BruteForceLimiter;
  close(): Promise<void>;
}

/**
 * `credentials`: register, login and accept-invite together. `creditRates`: the public price list. `badTokens`: tokens
 * of webhooks and links that name nothing, and signatures of providers that are not right.
 */
export type AddressLimit = 'credentials' | 'creditRates' | 'badTokens';
