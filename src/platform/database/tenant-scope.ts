import pg from 'pg';
import { FairSlots } from '../slots/fair-slots.js';
import { type ConnectOptions, poolConfig } from './connect.js';
import { inTransaction, type WithCommit } from './in-transaction.js';
import { retryConflicts } from './retry-conflicts.js';
import { enterText, readSnapshot, type SnapshotReads } from './snapshot-reads.js';
import type { Sql } from './sql.js';

/**
 * Statements that can access one workspace's rows only, enforced by the row-level security policies of
 * `enable_tenant_isolation`.
 */
export interface TenantSql extends Sql {
  /**
   * Runs `work` in one transaction on one connection, repeating it after a conflict.
   * @param last what is sent with its commit
   */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>, last?: WithCommit): Promise<T>;
}

/**
 * A pool of tenant connections. Each sets the workspace that it works for; without one, no rows are visible. The statements of
 * a workspace use at most half of them, so that slow ones leave others to other workspaces.
 */
export interface TenantScope {
  within(workspaceId: string): TenantSql;
  /** Begins to read in one snapshot. @param owner the workspace that shares these reads fairly with others */
  readSnapshot(owner: string): Promise<SnapshotReads>;
  pool: pg.Pool;
  /** How many statements wait for their turn because all connections are used. */
  waiting(): number;
}

export interface TenantScopeOptions {
  connect: ConnectOptions;
  /** Type parsers, as in the other pool. */
  types: pg.CustomTypesConfig | undefined;
  /** Maximum number of connections. */
  poolSize: number;
}

/** Connects at the first statement, which fails if a proxy before Postgres rejects session settings. */
export function createTenantScope({ connect, types, poolSize }: TenantScopeOptions): TenantScope {
  const pool = new pg.Pool({
    ...poolConfig({ ...connect, tenantScope: 'on' }),
    max: poolSize,
    // The workspace's setting and the statement are sent together and answered in order: one round trip.
    pipeline: true,
    ...(types && { types }),
  } as pg.PoolConfig);
  // The statement that waits for a broken connection fails anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { query, transaction } = connect.isPooled ? ofTransactions : ofSessions;
  // At most half of the connections: reads that wait for no other connection always find one.
  const snapshots = new FairSlots(Math.max(Math.floor(poolSize / 4), 1));
  // A statement waits for nothing else while it has its slot.
  const statements = new FairSlots(Math.max(Math.floor(poolSize / 2), 1));
  const queryInTurn = async (workspaceId: string, statement: pg.QueryConfig) => {
    const slot = statements.of(workspaceId);
    if (!slot.tryTake()) await slot.take();
    try {
      return await query(pool, workspaceId, statement);
    } finally {
      slot.release();
    }
  };
  return {
    pool,
    waiting: () => {
      if (statements.free > 0) return 0;
      return statements.owners.reduce((sum, owner) => sum + statements.waiting(owner), 0);
    },
    readSnapshot: (owner) => readSnapshot(pool, snapshots.of(owner)),
    within: (workspaceId) => ({
      // One signature replaces the many that pg declares.
      query: ((config: Statement, values?: unknown[]) =>
        retryConflicts(() => queryInTurn(workspaceId, copy(config, values)))) as Sql['query'],
      transaction: (work, last) => retryConflicts(() => transaction(pool, workspaceId, work, last)),
    }),
  };
}

/**
 * Whether policies apply to the current role: they never apply to a superuser, nor to a role with BYPASSRLS. Not typed, like
 * everything about roles and settings.
 */
export async function isBound(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ bound: boolean }>(
    '/* is_bound */ select not (rolsuper or rolbypassrls) as bound from pg_roles where rolname = current_user',
  );
  return rows[0]?.bound ?? false;
}

type Statement = string | pg.QueryConfig;

/** Pools add a callback to the object that they receive; the copy is for a promise. */
function copy(config: Statement, values: unknown[] | undefined): pg.QueryConfig {
  const { name, text, values: own } = typeof config === 'string' ? { name: undefined, text: config } : config;
  return { ...(name !== undefined && { name }), text, values: values ?? own ?? [] } as pg.QueryConfig;
}

/** How statements and transactions are limited to a workspace. */
interface Limiting {
  query(pool: pg.Pool, workspaceId: string, statement: pg.QueryConfig): Promise<pg.QueryResult>;
  transaction<T>(
    pool: pg.Pool,
    workspaceId: string,
    work: (sql: pg.PoolClient) => Promise<T>,
    last?: WithCommit,
  ): Promise<T>;
}

/** A connection stays limited until another workspace uses it: most statements need nothing else. */
const ofSessions: Limiting = {
  async query(pool, workspaceId, statement) {
    const client = await pool.connect();
    try {
      const entered = enter(client, workspaceId);
      // If both fail, the first error is thrown; a result is returned only if both succeed.
      const [, result] = await Promise.all([entered, client.query(statement)]);
      return result;
    } finally {
      client.release(inside.get(client) !== workspaceId);
    }
  },
  async transaction(pool, workspaceId, work, last) {
    const client = await pool.connect();
    try {
      // Before begin: a rollback would reset the setting.
      await enter(client, workspaceId);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return inTransaction(client, work, 'begin', last);
  },
};

/**
 * Through a pooler, each transaction is limited by itself, because the next one may have another connection. What is
 * sent around a statement is sent with it: one round trip.
 */
const ofTransactions: Limiting = {
  async query(pool, workspaceId, statement) {
    const client = await pool.connect();
    const all = [client.query(beginWithin(workspaceId)), client.query(statement), client.query('commit')] as const;
    // Not before all are answered. After a statement that failed, `commit` rolls back.
    const [, , committed] = await Promise.allSettled(all);
    client.release(committed.status === 'rejected');
    // Of several errors the first is thrown.
    return (await Promise.all(all))[1];
  },
  async transaction(pool, workspaceId, work, last) {
    return inTransaction(await pool.connect(), work, beginWithin(workspaceId), last);
  },
};

/** One text, so that the setting is a part of the transaction: without it nothing of the transaction is carried out. */
function beginWithin(workspaceId: string): string {
  return `begin; ${enterText(pg.escapeLiteral(workspaceId))}`;
}

/** The workspace that a connection is set to. */
const inside = new WeakMap<pg.PoolClient, string>();

async function enter(client: pg.PoolClient, workspaceId: string): Promise<void> {
  if (inside.get(client) === workspaceId) return;
  inside.delete(client);
  const text = `/* enter_workspace */ select set_config('app.workspace_id', $1, false)`;
  await client.query({ name: 'enter_workspace', text, values: [workspaceId] });
  inside.set(client, workspaceId);
}
