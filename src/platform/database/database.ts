import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import pg from 'pg';
import { connectionConfig } from './connection-config.js';
import { transactionOn } from './in-transaction.js';
import { relateTables } from './mapping/relate-tables.js';
import { retryStatements } from './retry-conflicts.js';
import { createTenantScope, type TenantSql, tenantSession } from './tenant-scope.js';

export type { Sql } from './sql.js';

/**
 * One process's way to Postgres. Entities and the unit of work are for writes; reads and the run's hot writes are
 * statements on the same pool.
 */
export interface Database {
  /** A fresh identity map: one a request, a job or an event. Its transactions reach the rows of `workspaceId` only. */
  fork(workspaceId?: string): EntityManager;
  /** Reaches every row: for what stands above workspaces, and for work that is done for several at once. */
  pool: pg.Pool;
  /** Statements that reach the rows of one workspace only. */
  within(workspaceId: string): TenantSql;
  /** One connection for what must not wait behind anything else. */
  dedicated: pg.Pool;
  /** The connections behind `within`. */
  tenantPool: pg.Pool;
  /** Runs `work` in one transaction on one connection; again where it had to give way to others. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  entities: Options['entities'];
  /** Connections at most; half as many more are walled. */
  poolSize?: number;
}

/** MikroORM's options: what it maps and how it connects. */
export function ormOptions({ url, entities, poolSize = 20 }: DatabaseOptions): Options {
  return {
    dbName: connectionConfig(url).database ?? '',
    driverOptions: connectionConfig(url),
    entities: entities ?? [],
    metadataProvider: ReflectMetadataProvider,
    pool: { min: 0, max: poolSize },
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: false, afterDiscovered: relateTables },
    // There are none: rows are kept apart by policies.
    autoJoinRefsForFilters: false,
  };
}

/** Opens the pool and reads the entities' metadata; connects at the first statement. */
export async function openDatabase({ url, entities, poolSize = 20 }: DatabaseOptions): Promise<Database> {
  const orm = await MikroORM.init(ormOptions({ url, entities, poolSize }));
  const pool: pg.Pool = retryStatements(await orm.em.getConnection().getNativeClient());
  // More of them answer no faster: what is in progress at once costs memory, and its collection costs time.
  const tenantScope = createTenantScope({ url, types: pool.options.types, poolSize: Math.ceil(poolSize / 2) });
  const dedicated = retryStatements(new pg.Pool({ ...connectionConfig(url), max: 1 }));
  // Whoever uses it is told by his statement.
  dedicated.on('error', () => undefined);
  return {
    fork: (workspaceId) => orm.em.fork(workspaceId ? { session: tenantSession(workspaceId) } : {}),
    pool,
    within: tenantScope.within,
    dedicated,
    tenantPool: tenantScope.pool,
    transaction: (work) => transactionOn(pool, work),
    close: async () => {
      await Promise.all([tenantScope.pool.end(), dedicated.end()]);
      await orm.close(true);
    },
  };
}
