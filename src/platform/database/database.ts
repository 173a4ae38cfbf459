import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import pg from 'pg';
import { connectionConfig } from './connection-config.js';
import { transactionOn } from './in-transaction.js';
import { relateTables } from './mapping/relate-tables.js';
import { retryStatements } from './retry-conflicts.js';
import { ChangeSubscriber } from './row-changes.js';
import type { SnapshotReads } from './snapshot-reads.js';
import { createTenantScope, type TenantSql, tenantSession } from './tenant-scope.js';

export type { Sql } from './sql.js';

/**
 * A process's access to Postgres. Entities and the unit of work are for writes; reads and the hot writes of executions
 * are SQL statements on the same pool.
 */
export interface Database {
  /**
   * A new identity map for a request, a job or an event. Its transactions can access the rows of `workspaceId` only.
   */
  fork(workspaceId?: string): EntityManager;
  /** Accesses all rows: for tables without a workspace, and for work across workspaces. */
  pool: pg.Pool;
  /** Statements that can access the rows of one workspace only. */
  within(workspaceId: string): TenantSql;
  /** Begins to read in one snapshot, see `SnapshotReads`. @param owner the workspace that shares these reads fairly */
  readSnapshot(owner: string): Promise<SnapshotReads>;
  /** A dedicated connection for what must not wait for others. */
  dedicated: pg.Pool;
  /** The connections used by `within`. */
  tenantPool: pg.Pool;
  /** Runs `work` in one transaction on one connection, repeating it after a conflict. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  entities: Options['entities'];
  /** Maximum number of connections; half as many more are limited to a tenant. */
  poolSize?: number;
}

/** MikroORM's options: mapping and connection. */
export function ormOptions({ url, entities, poolSize = 20 }: DatabaseOptions): Options {
  return {
    dbName: connectionConfig(url).database ?? '',
    driverOptions: connectionConfig(url),
    entities: entities ?? [],
    metadataProvider: ReflectMetadataProvider,
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    subscribers: [new ChangeSubscriber()],
    discovery: { warnWhenNoEntities: false, afterDiscovered: relateTables },
    // There are no filters: row-level security separates workspaces.
    autoJoinRefsForFilters: false,
  };
}

/** Two for reads in snapshots, and one for others. */
const leastTenantConnections = 3;

/** Opens the pool and reads the entities' metadata. Connects at the first statement. */
export async function openDatabase({ url, entities, poolSize = 20 }: DatabaseOptions): Promise<Database> {
  // Unlike `init`, the constructor loads no extensions, such as migrations.
  const orm = new MikroORM(ormOptions({ url, entities, poolSize }));
  const pool: pg.Pool = retryStatements(await orm.em.getConnection().getNativeClient());
  // More connections answer no faster: concurrent work costs memory, and its collection time.
  const tenantScope = createTenantScope({
    url,
    types: pool.options.types,
    poolSize: Math.max(Math.ceil(poolSize / 2), leastTenantConnections),
  });
  const dedicated = retryStatements(new pg.Pool({ ...connectionConfig(url), max: 1 }));
  // The statement that uses the connection fails anyway.
  dedicated.on('error', () => undefined);
  return {
    fork: (workspaceId) => orm.em.fork(workspaceId ? { session: tenantSession(workspaceId) } : {}),
    pool,
    within: tenantScope.within,
    readSnapshot: tenantScope.readSnapshot,
    dedicated,
    tenantPool: tenantScope.pool,
    transaction: (work) => transactionOn(pool, work),
    close: async () => {
      await Promise.all([tenantScope.pool.end(), dedicated.end()]);
      await orm.close(true);
    },
  };
}
