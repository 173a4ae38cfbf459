import type { EntityName } from '@mikro-orm/postgresql';
import { Workspace } from '../contexts/accounts/workspaces/index.js';
import { changeResolvers } from '../contexts/insight/changes/index.js';
import type { CreateTask, PortFactories, StartWorker } from '../contexts/module.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
import type { Scope } from '../platform/graphql/context.js';
import type { NodeKey, NodeSource } from '../platform/graphql/nodes/node-source.js';
import type { RequestedFields } from '../platform/graphql/requested-fields.js';
import { answersOfRequests } from '../platform/graphql/run-once.js';
import { platformEntities } from '../platform/platform-entities.js';
import {
  type AnyRecord,
  encryptedColumnsOf,
  recordEntity,
  recordIds,
  recordResolvers,
  relationResolvers,
  relationTargets,
} from '../platform/records/index.js';
import type { EncryptedColumn, InstanceColumn } from '../platform/vault/index.js';
import { recordRoutes } from '../rest/record-routes.js';
import { joinTables, type RouteTable } from '../rest/route.js';
import { modules, type PerformedPort } from './modules.js';
import { nodeResolver } from './nodes/node.resolver.js';

/** Every record definition. */
export const records: readonly AnyRecord[] = modules.flatMap((module) => module.records ?? []);

/** Types besides records that relations of records lead to. */
export const otherTargets = modules.flatMap((module) => module.relationTargets ?? []);

const targets = relationTargets(records, otherTargets);

/** Every type that `node(id)` finds. */
const nodeSources: readonly NodeSource[] = [
  ...[...targets.values()].flatMap(({ name, rule, table, load }) =>
    table
      ? [
          {
            name,
            rule,
            table,
            load: (scope: Scope, { id }: NodeKey, fields: RequestedFields) => load(scope, id, fields),
          },
        ]
      : [],
  ),
  ...modules.flatMap((module) => module.nodes ?? []),
];

export const resolvers = [
  nodeResolver(nodeSources),
  ...modules.flatMap((module) => module.resolvers ?? []),
  ...records.flatMap((record) => recordResolvers(record, Workspace)),
  ...records.flatMap((record) => relationResolvers(record, targets)),
  ...changeResolvers(targets),
];

/** The services of all modules. */
export const services = modules.flatMap((module) => module.services ?? []);

export const listeners = modules.flatMap((module) => module.listeners ?? []);

/** Creates each port of nodes. Does not compile while a port is implemented by no module. */
export const portFactories: PortFactories = Object.assign({}, ...modules.map(({ ports }) => ports)) as Pick<
  PortFactories,
  PerformedPort
>;

export const workers: readonly StartWorker[] = modules.flatMap((module) => module.workers ?? []);

export const tasks: readonly CreateTask[] = modules.flatMap((module) => module.tasks ?? []);

/** Every table of the project, as MikroORM maps it. */
export const entities: EntityName[] = [
  ...platformEntities,
  ...modules.flatMap((module) => module.entities ?? []),
  ...records.map(recordEntity),
];

/** Argument names and the tables that they refer to: an unknown ID is reported before an invalid body. */
export const ids: Readonly<Record<string, IdSource>> = Object.assign(
  {},
  ...modules.map((module) => module.ids ?? {}),
  recordIds(records),
);

export const encryptedColumns: readonly EncryptedColumn[] = [
  ...modules.flatMap((module) => module.encryptedColumns ?? []),
  ...records.flatMap(encryptedColumnsOf),
];

/** The columns that the instance's key encrypts itself. */
export const instanceColumns: readonly InstanceColumn[] = [
  answersOfRequests,
  ...modules.flatMap((module) => module.instanceColumns ?? []),
];

/** Every REST route: a table for each module, with those of its records. */
export async function loadRoutes(): Promise<RouteTable[]> {
  const documents = await import('../rest/generated/operations.js');
  return Promise.all(
    modules.map(async (module) =>
      joinTables([
        ...((await module.routes?.()) ?? []),
        ...(module.records ?? []).map((record) => recordRoutes(record, documents)),
      ]),
    ),
  );
}
