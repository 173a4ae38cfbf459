import type { Logger } from 'pino';
import type { AnswerSlots } from './answers/answer-slots.js';
import type { Database } from './database/database.js';
import type { Listener } from './database/listener.js';
import type { Events } from './events/index.js';
import type { Mailer } from './mail.js';
import type { Outbound } from './outbound/index.js';
import type { ProviderSettings } from './providers/provider-settings.js';
import type { RateLimits } from './rate-limit/rate-limits.js';
import type { Vault } from './vault/index.js';

/** What the process hands to every use case. Made once in `app/create-runtime.ts`; nothing in it changes afterwards. */
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
  /** A service that a module defines: its name leads to how it is made. */
  get<T>(service: Service<T>): T;
}

/** What services are made of: all that use cases are handed, and what only services need. */
export interface ServiceContext extends Services {
  listener: Listener;
  /** The guarded way out, for addresses that a workspace gave. */
  outbound: Outbound;
  /** The server's own. */
  providers: ProviderSettings;
  /** Node's options for threads of our own, where our code needs a loader. */
  threadArgv?: readonly string[] | undefined;
}

/**
 * A service of a module: what its users import to get it (`services.get(auditWriter)`), and how it is made. It stands in
 * its module's manifest, and is made once in each process, when that starts.
 */
export interface Service<T> {
  readonly name: string;
  /** The same for a declared service and its implementation. */
  readonly key: symbol;
  create(context: ServiceContext): T;
  close(made: T): void | Promise<void>;
}

/** The part of the configuration that use cases may know. */
export interface Settings {
  /** Where this server is reached from outside, without a slash at the end. Known once the server listens. */
  readonly publicUrl: string;
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
