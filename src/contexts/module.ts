import type { EntityName } from '@mikro-orm/postgresql';
import type { ClassType } from 'type-graphql';
import type { NodePorts, PortUser } from '../nodes/index.js';
import type { CodeRunner } from '../platform/code/index.js';
import type { EventListener } from '../platform/events/index.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
import type { NodeSource } from '../platform/graphql/nodes/node-source.js';
import type { Providers } from '../platform/providers/choose-provider.js';
import type { AnyRecord, RelationTarget } from '../platform/records/index.js';
import type { SearchSource } from '../platform/search/index.js';
import type { Service, Services } from '../platform/services.js';
import type { EncryptedColumn, InstanceColumn } from '../platform/vault/index.js';
import type { RecurringTask } from '../platform/work/recurring-tasks.js';
import type { ClaimingWorker } from '../platform/work/watch-claims.js';
import type { Watch } from '../platform/work/watch-due.js';
import type { RouteTable } from '../rest/route.js';

/** The context in which the ports and workers of modules are created, in processes that run executions. */
export interface WorkContext {
  services: Services;
  /** The providers that send messages, place calls and answer prompts. */
  providers: Providers;
  /** Runs the code of flows. */
  code: Pick<CodeRunner, 'run'>;
  /** Whether messages and calls without a provider are sandboxed. */
  sandbox: boolean;
}

/** Creates each port for the step that uses it. */
export type PortFactories = {
  [Name in keyof NodePorts]: (context: WorkContext, user: PortUser) => NodePorts[Name];
};

/** Starts a loop that processes due work until it is stopped. */
export type StartWorker = (context: WorkContext, worker: ClaimingWorker) => Watch;

/** Creates a task that one process of an installation does again and again. */
export type CreateTask = (services: Services) => RecurringTask;

/**
 * The manifest of a module: everything that the rest of the server uses of it. It is in the `index.ts` of the module;
 * `app/modules.ts` lists all modules.
 */
export interface Module {
  /** Its folder below `contexts`: `automation/flows`. */
  name: string;
  /** The entities of its tables; those of `records` are derived. */
  entities?: readonly EntityName[];
  /** Record definitions, from which types, resolvers, routes and IDs are derived. */
  records?: readonly AnyRecord[];
  resolvers?: readonly ClassType<object>[];
  /** REST routes. Loaded lazily, because the schema is printed before the operations of a new route exist. */
  routes?(): Promise<readonly RouteTable[]>;
  /** Argument names and the tables of their rows: an unknown ID is reported before an invalid body. */
  ids?: Readonly<Record<string, IdSource>>;
  /** Its services, one instance per process, available through `services.get`. */
  services?: readonly Service<unknown>[];
  /** Its listeners to events of other modules. */
  listeners?: readonly EventListener[];
  /** The ports of nodes that it implements. Each port is implemented by one module. */
  ports?: Partial<PortFactories>;
  /** Its loops, for processes that run executions. */
  workers?: readonly StartWorker[];
  /** Its tasks that one such process does at a time. */
  tasks?: readonly CreateTask[];
  /** Targets of relations of records in other modules, with the access rule of its own lists. */
  relationTargets?: readonly RelationTarget[];
  /** Its types besides records and relation targets that `node(id)` finds. */
  nodes?: readonly NodeSource[];
  /** Its searched tables besides records, which declare it in their definitions. */
  searchSources?: readonly SearchSource[];
  /**
   * Its columns with encrypted texts, besides the encrypted fields of `records`. A column that is missing here is not
   * re-encrypted by a key rotation.
   */
  encryptedColumns?: readonly EncryptedColumn[];
  /** Its columns with texts that belong to no workspace and that the instance's key encrypts. */
  instanceColumns?: readonly InstanceColumn[];
}

/** Declares a module; used for type checking only. */
export function defineModule<const M extends Module>(module: M): M {
  return module;
}
