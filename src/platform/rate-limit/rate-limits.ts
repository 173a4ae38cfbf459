import type { BruteForceLimits } from './brute-force-limits.js';
import type { ExactLimit } from './exact-limit.js';
import type { SharedCounter } from './shared-counter.js';

/** All rate limits. */
export interface RateLimits {
  /** For each caller in each workspace; null if it is turned off. */
  general: SharedCounter | null;
  /** For each address, by the limit that the rule of an operation names. */
  byAddress: Readonly<Record<AddressLimit, ExactLimit>>;
  /** Wrong passwords, by email. */
  failedLogins: BruteForceLimits;
  /** Wrong codes of a second factor, by user. */
  failedCodes: BruteForceLimits;
  /** Mails with links for accounts, by recipient. */
  accountMails: ExactLimit;
  close(): Promise<void>;
}

/**
 * `credentials`: register, login and accept-invite together. `creditRates`: the public price list. `badTokens`: unknown
 * tokens of webhooks and links, and invalid signatures of providers. `accountLinks`: resetting passwords and verifying
 * emails. `forms`: pages of forms that were sent.
 */
export type AddressLimit = 'credentials' | 'creditRates' | 'badTokens' | 'accountLinks' | 'forms';

/**
 * Seconds for which a link to reset a password is valid, and the window of `accountMails`: when the mails to an address
 * are used up, whoever requested them, the last of them still works.
 */
export const accountLinkSeconds = 30 * 60;
