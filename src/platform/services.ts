import type { Logger } from 'pino';
import type { AnswerSlots } from './answers/answer-slots.js';
import type { Database } from './database/database.js';
import type { Events } from './events/index.js';
import type { Mailer } from './mail.js';
import type { RateLimits } from './rate-limit/rate-limits.js';
import type { Vault } from './vault/index.js';

/** What the process hands to every use case. Made once in `app/`, the only place that constructs things. */
export interface Services {
  db: Database;
  log: Logger;
  /** The clock; tests hand in their own. */
  now: () => Date;
  settings: Settings;
  /** What happens in one module, for those who listen in others. */
  events: Events;
  vault: Vault;
  limits: RateLimits;
  /** What bounds answers and how many large ones are made at once. */
  answers: AnswerSlots;
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
}

/** The part of the configuration that use cases may know. */
export interface Settings {
  /** Where this server is reached from outside, without a slash at the end. */
  publicUrl: string;
  registration: 'open' | 'first' | 'closed';
  jwtSecret: string;
  /** A second issuer of access tokens. */
  trustedIssuer?: TrustedIssuer;
  production: boolean;
  /** Micro-credits that a new account starts with. */
  startingCreditsMicros: bigint;
  /** Whether owners may add credits to their own wallet. */
  creditsSelfService: boolean;
}

/** An issuer whose tokens stand for the people of this server. */
export interface TrustedIssuer {
  /** Where its public keys are. */
  jwksUrl: string;
  /** The `iss` that its tokens carry. */
  issuer: string;
  /** The `aud` that its tokens for this server carry. */
  audience: string;
}
