import type { Logger } from 'pino';
import type { Database } from './database/database.js';

/** What the process hands to every use case. Made once in `app/`, the only place that constructs things. */
export interface Services {
  db: Database;
  log: Logger;
  /** The clock; tests hand in their own. */
  now: () => Date;
  settings: Settings;
  sealer: Sealer;
}

/** The part of the configuration that use cases may know. */
export interface Settings {
  /** Where this server is reached from outside, without a slash at the end. */
  publicUrl: string;
  registration: 'open' | 'first' | 'closed';
  jwtSecret: string;
  production: boolean;
  /** Micro-credits that a new account starts with. */
  startingCreditsMicros: bigint;
}

/** Authenticated encryption of small texts with the instance's keys. */
export interface Sealer {
  /** @param context bound to the ciphertext: it opens only with the same one. */
  seal(plain: string, context: string): string;
  /** @throws Error where the text, the key or the context is not the one it was sealed with. */
  open(sealed: string, context: string): string;
}
