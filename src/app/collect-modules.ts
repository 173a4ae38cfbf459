import type { EntityName } from '@mikro-orm/postgresql';
import { Workspace } from '../contexts/accounts/workspaces/index.js';
import type { PortFactories, StartWorker } from '../contexts/module.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
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
import type { EncryptedColumn } from '../platform/vault/index.js';
import { recordRoutes } from '../rest/record-routes.js';
import type { RouteTable } from '../rest/route.js';
import { modules, type PerformedPort } from './modules.js';

/** Every kind of record that comes from a definition. */
export const records: readonly AnyRecord[] = modules.flatMap((module) => module.records ?? []);

/** What records lead to besides one another. */
export const otherTargets = modules.flatMap((module) => module.relationTargets ?? []);

const targets = relationTargets(records, otherTargets);

export const resolvers = [
  ...modules.flatMap((module) => module.resolvers ?? []),
  ...records.flatMap((record) => recordResolvers(record, Workspace)),
  ...records.flatMap((record) => relationResolvers(record, targets)),
];

/** What modules keep in each process. */
export const services = modules.flatMap((module) => module.services ?? []);

export const listeners = modules.flatMap((module) => module.listeners ?? []);

/** How each port of nodes is made. Does not compile while no module performs one. */
export const portFactories: PortFactories = Object.assign({}, ...modules.map(({ ports }) => ports)) as Pick<
  PortFactories,
  PerformedPort
>;

export const workers: readonly StartWorker[] = modules.flatMap((module) => module.workers ?? []);

/** Every table of the project, as MikroORM maps it. */
export const entities: EntityName[] = [
  ...platformEntities,
  ...modules.flatMap((module) => module.entities ?? []),
  ...records.map(recordEntity),
];

/** Argument names and the tables that their rows stand in: an unknown id is reported before a bad body. */
export const ids: Readonly<Record<string, IdSource>> = Object.assign(
  {},
  ...modules.map((module) => module.ids ?? {}),
  recordIds(records),
);

export const encryptedColumns: readonly EncryptedColumn[] = [
  ...modules.flatMap((module) => module.encryptedColumns ?? []),
  ...records.flatMap(encryptedColumnsOf),
];

/** Every REST route there is, by module and then by kind of record. */
export async function loadRoutes(): Promise<RouteTable[]> {
  const documents = await import('../rest/generated/operations.js');
  const tables = await Promise.all(
    modules.map(async (module) => [
      ...((await module.routes?.()) ?? []),
      ...(module.records ?? []).map((record) => recordRoutes(record, documents)),
    ]),
  );
  return tables.flat();
}
