import pg from 'pg';
import { connectionConfig } from './connection-config.js';
import { inTransaction } from './in-transaction.js';
import { retryConflicts } from './retry-conflicts.js';
import type { Sql } from './sql.js';

/** Statements that reach one workspace's rows and no others, whatever they say: the policies of `enable_tenant_isolation` see to it. */
export interface TenantSql extends Sql {
  /** Runs `work` in one transaction on one connection; again where it had to give way to others. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>;
}

/** A pool of walled connections. Each names the workspace that it works for; one that names none sees nothing. */
export interface TenantScope {
  within(workspaceId: string): TenantSql;
  pool: pg.Pool;
}

export interface TenantScopeOptions {
  url: string;
  /** How values are read, as in the other pool. */
  types: pg.CustomTypesConfig | undefined;
  /** Connections at most. */
  poolSize: number;
}

/** Connects at the first statement; that one fails where a proxy before Postgres takes no settings from those who connect. */
export function createTenantScope({ url, types, poolSize }: TenantScopeOptions): TenantScope {
  const pool = new pg.Pool({
    ...tenantConfig(url),
    max: poolSize,
    // The workspace's name and the statement leave together and are answered in order: one round trip.
    pipeline: true,
    ...(types && { types }),
  } as pg.PoolConfig);
  // Whoever waits for a connection that breaks is told by his statement; nobody else needs to know.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    within: (workspaceId) => ({
      // One signature stands for the many that pg declares.
      query: ((config: Statement, values?: unknown[]) =>
        retryConflicts(() => query(pool, workspaceId, copy(config, values)))) as Sql['query'],
      transaction: (work) => retryConflicts(() => transaction(pool, workspaceId, work)),
    }),
  };
}

/** Whether policies bind the role that we connect as: they never bind a superuser, nor a role with BYPASSRLS. */
export async function isBound(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ bound: boolean }>(
    '/* is_bound */ select not (rolsuper or rolbypassrls) as bound from pg_roles where rolname = current_user',
  );
  return rows[0]?.bound ?? false;
}

/** What the transactions of an entity manager set, to be walled in like the connections of the wall's own pool. */
export function tenantSession(workspaceId: string) {
  return { variables: { 'app.walled': 'on', 'app.workspace_id': workspaceId } };
}

/** Walled from the first moment on, beside the other settings that the address holds. */
function tenantConfig(url: string): pg.ClientConfig {
  const config = connectionConfig(url);
  return { ...config, options: [config.options, '-c app.walled=on'].filter(Boolean).join(' ') };
}

type Statement = string | pg.QueryConfig;

/** Pools leave a callback of theirs in what they are handed; ours waits for a promise. */
function copy(config: Statement, values: unknown[] | undefined): pg.QueryConfig {
  const { name, text, values: own } = typeof config === 'string' ? { name: undefined, text: config } : config;
  return { ...(name !== undefined && { name }), text, values: values ?? own ?? [] } as pg.QueryConfig;
}

async function query(pool: pg.Pool, workspaceId: string, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    const entered = enter(client, workspaceId);
    // Of the two failures the first one is told; a result is told only when both passed.
    const [, result] = await Promise.all([entered, client.query(statement)]);
    return result;
  } finally {
    client.release(inside.get(client) !== workspaceId);
  }
}

async function transaction<T>(
  pool: pg.Pool,
  workspaceId: string,
  work: (sql: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // Before it begins: a rollback would take the name back.
    await enter(client, workspaceId);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return inTransaction(client, work);
}

/** The workspace that a connection names. */
const inside = new WeakMap<pg.PoolClient, string>();

async function enter(client: pg.PoolClient, workspaceId: string): Promise<void> {
  if (inside.get(client) === workspaceId) return;
  inside.delete(client);
  const text = `/* enter_workspace */ select set_config('app.workspace_id', $1, false)`;
  await client.query({ name: 'enter_workspace', text, values: [workspaceId] });
  inside.set(client, workspaceId);
}
