import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import type { EntityManager, Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { openOrm } from '../adapters/mikro-orm.js';
import { type ConnectOptions, poolConfig } from './connect.js';
import { connectionConfig } from './connection-config.js';
import { defaultPoolSize, poolShares } from './connection-needs.js';
import { DatabaseClock } from './database-clock.js';
import { DatabaseConditions } from './database-conditions.js';
import { entitiesOver } from './entities-over.js';
import { transactionOn } from './in-transaction.js';
import { relateTables } from './mapping/relate-tables.js';
import { openPool } from './open-pool.js';
import { connectReplica, Replica, type ReplicaOptions } from './replica.js';
import { retryStatements } from './retry-conflicts.js';
import { ChangeSubscriber } from './row-changes.js';
import type { SnapshotReads } from './snapshot-reads.js';
import type { Sql } from './sql.js';
import { createTenantScope, type TenantSql } from './tenant-scope.js';

export type { Sql } from './sql.js';

/**
 * A process's access to Postgres. Entities and the unit of work are for writes; reads and the hot writes of executions
 * are SQL statements on the same pool.
 */
export interface Database {
  /** A new identity map for a request, a job or an event, whose statements are sent by `sql`. */
  entities(sql: Sql): EntityManager;
  /** Accesses all rows: for tables without a workspace, and for work across workspaces. */
  pool: pg.Pool;
  /**
   * Accesses all rows, for frequent statements with one plan for all values: Postgres plans each once a connection, at its first
   * use. The same connections as `pool` if there are few, or a pooler.
   */
  hotPool: pg.Pool;
  /** Statements that can access the rows of one workspace only. */
  within(workspaceId: string): TenantSql;
  /**
   * Reads of one workspace that may show a state of some seconds ago, but never one from before a write of this process: by
   * the replica, or without one like `within`.
   */
  reads(workspaceId: string): Sql;
  /** To be called after a commit in a workspace, before its caller is answered; see `reads`. */
  wrote(workspaceId: string): void;
  /** Begins to read in one snapshot, see `SnapshotReads`. @param owner the workspace that shares these reads fairly */
  readSnapshot(owner: string): Promise<SnapshotReads>;
  /** A dedicated connection for what must not wait for others. */
  dedicated: pg.Pool;
  /** The connections used by `within`. */
  tenantPool: pg.Pool;
  /** How many statements of `within` wait for their turn because all of them are used. */
  tenantsWaiting(): number;
  /** Its clock, which all processes have in common. Read by `readClock`, and with each renewal of a lease. */
  clock: DatabaseClock;
  /** What the errors of statements have said about Postgres. */
  conditions: DatabaseConditions;
  /** Runs `work` in one transaction on one connection, repeating it after a conflict. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** The URL of Postgres itself if `url` leads to a pooler: for connections that keep a session. */
  directUrl?: string | undefined;
  entities: Options['entities'];
  /** Maximum number of connections of all pools together; the dedicated one is beside them. */
  poolSize?: number | undefined;
  /** A replica for reads that may lag. */
  replica?: (Pick<ReplicaOptions, 'maxLagMs' | 'onChange'> & { url: string }) | undefined;
  /** The clock of the machine, in milliseconds since 1970. Defaults to its own. */
  machineNow?: (() => number) | undefined;
  /** Called with what statements notify of, when it is committed. */
  onNotifies?: ConnectOptions['onNotifies'];
}

/** MikroORM's options: mapping and connection. */
export function ormOptions(
  { url, directUrl, entities, poolSize = defaultPoolSize, onNotifies }: DatabaseOptions,
  onError?: ConnectOptions['onError'],
): Options {
  return {
    dbName: connectionConfig(url).database ?? '',
    driverOptions: poolConfig({ url, isPooled: directUrl !== undefined, onError, onNotifies }),
    entities: entities ?? [],
    metadataProvider: ReflectMetadataProvider,
    // Statements of an idle server meet every few seconds: by default, each of two connections would be used too often to be closed.
    pool: { min: 0, max: poolShares(poolSize).plain, idleTimeoutMillis: 2_000 },
    // It would be looked for before the first statement, and created.
    ensureDatabase: false,
    forceUtcTimezone: true,
    subscribers: [new ChangeSubscriber()],
    discovery: { warnWhenNoEntities: false, afterDiscovered: relateTables },
    // There are no filters: row-level security separates workspaces.
    autoJoinRefsForFilters: false,
  };
}

/** Opens the pool and reads the entities' metadata. Connects at the first statement. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl, poolSize = defaultPoolSize, onNotifies } = options;
  const conditions = new DatabaseConditions();
  const onError = (state: string) => conditions.saw(state);
  const orm = openOrm(ormOptions(options, onError));
  const pool: pg.Pool = retryStatements(await orm.em.getConnection().getNativeClient());
  const hotPool = openHotPool(options, pool, onError);
  // More connections answer no faster: concurrent work costs memory, and its collection time.
  const tenantScope = createTenantScope({
    connect: { url, isPooled: directUrl !== undefined, onError, onNotifies },
    types: pool.options.types,
    poolSize: poolShares(poolSize).tenant,
  });
  const replica =
    options.replica && openReplica(options.replica, pool, tenantScope.within, poolShares(poolSize).tenant);
  const dedicated = openPool({ ...poolConfig({ url: directUrl ?? url, onError, onNotifies }), max: 1 });
  return {
    entities: (sql) => entitiesOver(orm.em, sql),
    pool,
    hotPool,
    within: tenantScope.within,
    reads: (workspaceId) => (replica ?? tenantScope).within(workspaceId),
    wrote: (workspaceId) => replica?.wrote(workspaceId),
    readSnapshot: tenantScope.readSnapshot,
    dedicated,
    clock: new DatabaseClock(options.machineNow),
    conditions,
    tenantPool: tenantScope.pool,
    tenantsWaiting: tenantScope.waiting,
    transaction: (work) => transactionOn(pool, work),
    close: async () => {
      await Promise.all([tenantScope.pool.end(), dedicated.end(), replica?.close(), hotPool !== pool && hotPool.end()]);
      await orm.close(true);
      // MikroORM ends it only if statements of its own have used it.
      if (!pool.ended) await pool.end();
    },
  };
}

function openHotPool(
  { url, directUrl, poolSize = defaultPoolSize, onNotifies }: DatabaseOptions,
  pool: pg.Pool,
  onError: ConnectOptions['onError'],
): pg.Pool {
  const { hot } = poolShares(poolSize);
  if (hot === 0 || directUrl !== undefined) return pool;
  const config = { ...poolConfig({ url, plansOnce: true, onError, onNotifies }), max: hot, types: pool.options.types };
  return openPool(config);
}

function openReplica(
  { url, ...options }: NonNullable<DatabaseOptions['replica']>,
  primary: pg.Pool,
  withinPrimary: ReplicaOptions['withinPrimary'],
  poolSize: number,
): Replica {
  return new Replica({
    scope: connectReplica(url, primary.options.types, poolSize),
    primary,
    withinPrimary,
    ...options,
  });
}
