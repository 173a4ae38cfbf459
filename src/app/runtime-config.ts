import type { Config } from '../config/index.js';
import type { AnswerLimits } from '../platform/answers/answer-limits.js';
import type { VaultKey } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import type { Outbound } from '../platform/outbound/index.js';
import type { LoopDelay } from '../platform/slots/loop-delay.js';
import type { DriveOverrides } from './worker.js';

/** A complete configuration: with the database and the keys that the process uses. */
export interface RuntimeConfig extends Config {
  /** The URL of a migrated database. */
  databaseUrl: string;
  jwtSecret: string;
  vaultKeys: VaultKey[];
  /** Whether the demo's endpoint is served, here or by the process that started this one. Defaults to `ROLE=all`. */
  demoIsServed?: boolean | undefined;
  /** Reads the keys again, to find those that were added while the process runs. */
  reloadVaultKeys?: (() => Promise<VaultKey[]>) | undefined;
}

/** What tests set differently from production. */
export interface Overrides extends DriveOverrides {
  /** Defaults to JSON lines on stdout. */
  log?: Log | undefined;
  /** The time by which everything goes. Defaults to the database's clock. */
  now?: (() => Date) | undefined;
  /** The clock of the machine, in milliseconds since 1970, which is corrected by the database's. */
  machineNow?: (() => number) | undefined;
  answers?: Partial<AnswerLimits> | undefined;
  /** Node's options for worker threads, where the code needs a loader. */
  threadArgv?: readonly string[] | undefined;
  /** Readings of the delay of the event loop. Defaults to that of this process. */
  loopDelay?: LoopDelay | undefined;
  /** Instead of DB_POOL_SIZE. */
  poolSize?: number | undefined;
  /** What the network access of flows and connections goes through. Defaults to the guard itself. */
  outbound?: ((guard: Outbound) => Outbound) | undefined;
  /** The script of the process that drives suspects. */
  suspectScript?: URL | undefined;
}
