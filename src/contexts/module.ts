import type { EntityName } from '@mikro-orm/postgresql';
import type { ClassType } from 'type-graphql';
import type { NodePorts, PortUser } from '../nodes/index.js';
import type { CodeRunner } from '../platform/code/index.js';
import type { EventListener } from '../platform/events/index.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
import type { Providers } from '../platform/providers/choose-provider.js';
import type { AnyRecord, RelationTarget } from '../platform/records/index.js';
import type { SearchSource } from '../platform/search/index.js';
import type { Service, Services } from '../platform/services.js';
import type { EncryptedColumn } from '../platform/vault/index.js';
import type { ClaimingWorker } from '../platform/watch-claims.js';
import type { Watch } from '../platform/watch-due.js';
import type { RouteTable } from '../rest/route.js';

/** What the modules of a process that works are handed: their ports and their workers are made of it. */
export interface WorkContext {
  services: Services;
  /** Whose provider sends a message, places a call or answers a question. */
  providers: Providers;
  /** Runs the code of flows. */
  code: Pick<CodeRunner, 'run'>;
  /** Whether messages and calls that no provider can take count as sent. */
  sandbox: boolean;
}

/** Makes each port for the step that uses it. */
export type PortFactories = {
  [Name in keyof NodePorts]: (context: WorkContext, user: PortUser) => NodePorts[Name];
};

/** Starts a loop that does what is due until it is stopped. */
export type StartWorker = (context: WorkContext, worker: ClaimingWorker) => Watch;

/**
 * The manifest of a module: all that the rest of the program has to know of it. It stands in the module's `index.ts`;
 * `app/modules.ts` lists every one.
 */
export interface Module {
  /** `automation/flows`: its folder below `contexts`. */
  name: string;
  /** Entities of its tables; those of `records` are derived. */
  entities?: readonly EntityName[];
  /** Kinds of records that come from a definition: types, resolvers, routes, ids and all. */
  records?: readonly AnyRecord[];
  resolvers?: readonly ClassType<object>[];
  /** REST routes. Loaded late: the schema is printed before the operations of a new route exist. */
  routes?(): Promise<readonly RouteTable[]>;
  /** Argument names and the tables that their rows stand in: an unknown id is reported before a bad body. */
  ids?: Readonly<Record<string, IdSource>>;
  /** What it keeps in each process: what others, or its own use cases, get by `services.get`. */
  services?: readonly Service<unknown>[];
  /** What it does about events of other modules. */
  listeners?: readonly EventListener[];
  /** The ports of nodes that it performs. Each is performed by one module. */
  ports?: Partial<PortFactories>;
  /** Its loops, for processes that work. */
  workers?: readonly StartWorker[];
  /** What records of other modules can lead to, with the rule that its own lists declare. */
  relationTargets?: readonly RelationTarget[];
  /** What of its tables is searched, beside its records: those declare it in their definitions. */
  searchSources?: readonly SearchSource[];
  /**
   * Its columns that hold sealed texts, besides those of encrypted fields in `records`. One that is missing keeps its
   * former keys at a rotation.
   */
  encryptedColumns?: readonly EncryptedColumn[];
}

/** Declares a module; only checks the types. */
export function defineModule<const M extends Module>(module: M): M {
  return module;
}
