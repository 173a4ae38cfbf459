import type { BruteForceLimiter } from './brute-force-limiter.js';
import type { ExactLimit } from './exact-limit.js';
import type { SharedCounter } from './shared-counter.js';

/** All rate limits. */
export interface RateLimits {
  /** For each caller in each workspace; null if it is turned off. */
  general: SharedCounter | null;
  /** For each address, by the limit that the rule of an operation names. */
  byAddress: Readonly<Record<AddressLimit, ExactLimit>>;
  /** Wrong passwords, by email. */
  failedLogins: BruteForceLimiter;
  close(): Promise<void>;
}

/**
 * `credentials`: register, login and accept-invite together. `creditRates`: the public price list. `badTokens`: unknown
 * tokens of webhooks and links, and invalid signatures of providers.
 */
export type AddressLimit = 'credentials' | 'creditRates' | 'badTokens';
