import type { Logger } from 'pino';
import type { AnswerSlots } from './answers/answer-slots.js';
import type { Database } from './database/database.js';
import type { Listener } from './database/listener.js';
import type { Notifier } from './database/notifier.js';
import type { Events } from './events/index.js';
import type { JsonParser } from './json/index.js';
import type { LoginProvider } from './login-provider.js';
import type { Mailer } from './mail/mail.js';
import type { StorageSettings } from './object-storage/index.js';
import type { Outbound } from './outbound/index.js';
import type { PlatformSettings } from './providers/provider-settings.js';
import type { QuotaName } from './quota-names.js';
import type { RateLimits } from './rate-limit/rate-limits.js';
import type { Vault } from './vault/index.js';

/**
 * What the process provides to every use case. Created once in `app/create-runtime.ts` and never changed afterwards.
 */
export interface Services {
  db: Database;
  /** Notifies all processes of what was committed. */
  notifier: Notifier;
  log: Logger;
  /** The database's clock; tests provide their own. */
  now: () => Date;
  settings: Settings;
  /** Publishes events of one module to listeners in others. */
  events: Events;
  vault: Vault;
  limits: RateLimits;
  /** Limits the size of answers, and the number of concurrent large ones. */
  answers: AnswerSlots;
  /** Parses long JSON without holding the event loop. */
  json: JsonParser;
  /** Null if no mail server is configured. */
  mailer: Mailer | null;
  /** A service that a module defines. */
  get<T>(service: Service<T>): T;
}

/** What services are created with: everything that use cases receive, and what only services need. */
export interface ServiceContext extends Services {
  listener: Listener;
  /** Checked network access, for addresses that a workspace set. */
  outbound: Outbound;
  /** The server's own providers. */
  providers: PlatformSettings;
  /** Node's options for worker threads, if the code needs a loader. */
  threadArgv?: readonly string[] | undefined;
}

/**
 * A service of a module: what its users import to get it (`services.get(auditWriter)`), and how it is created. It is
 * listed in its module's manifest and created once in each process, at its start.
 */
export interface Service<T> {
  readonly name: string;
  /** Identical for a declared service and its implementation. */
  readonly key: symbol;
  create(context: ServiceContext): T;
  close(made: T): void | Promise<void>;
}

/** The part of the configuration that use cases may read. */
export interface Settings {
  /** The public URL of this server, without a trailing slash. Known once the server listens. */
  readonly publicUrl: string;
  /** What webhook URLs begin with: an origin of their own, or the public URL. */
  readonly webhookOrigin: string;
  registration: 'open' | 'first' | 'closed';
  /** Whether users can work in workspaces only after they have verified their email. */
  emailVerification: 'required' | 'optional';
  /** Whether users log in and register with a password. */
  passwordLogin: boolean;
  /** The providers of OpenID Connect that users can log in with. */
  loginProviders: readonly LoginProvider[];
  jwtSecret: string;
  /** A second issuer of access tokens. */
  trustedIssuer?: TrustedIssuer;
  production: boolean;
  /** Micro-credits of a new account. */
  startingCreditsMicros: bigint;
  /** Who may create workspaces. */
  workspaceCreation: 'members' | 'operator';
  /** Whether owners may add credits to their own wallet. */
  creditsSelfService: boolean;
  /** The signing secrets of payments; without one its scheme is not accepted. */
  stripeWebhookSecret?: string | undefined;
  paymentWebhookSecret?: string | undefined;
  /** Available credits below which a wallet is low. */
  walletLowCredits: number;
  /** Days for which ended executions are kept. */
  retentionDays: number;
  /** The quotas of workspaces for which the operator has set none of their own. */
  quotas: Readonly<Record<QuotaName, number>>;
  /** Concurrent calls of one workspace to language models; twice as many for all workspaces together. */
  aiConcurrency: number;
  /** The same for messages and calls, by provider. */
  sendConcurrency: number;
  /** Where the bytes of files are stored. */
  files: FileSettings;
}

export interface FileSettings {
  /** `database`, `folder`, or `s3://bucket/prefix/`. */
  place: string;
  /** The folder. */
  folder: string;
  /** Where large values of executions are after some minutes. */
  values: 'database' | 'files';
  /** How the object storage is reached. */
  storage: StorageSettings;
  /** Bytes of one file. */
  bytesAtMost: number;
}

/** An issuer whose tokens authenticate users of this server. */
export interface TrustedIssuer {
  /** URL of its public keys. */
  jwksUrl: string;
  /** The `iss` of its tokens. */
  issuer: string;
  /** The `aud` of its tokens for this server. */
  audience: string;
}
