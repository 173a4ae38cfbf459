import type { Sql } from './sql.js';

/** Connections beside the pools: the lease of a worker, and LISTEN unless a Redis wakes processes. */
const besidePools = { lease: 1, listen: 1 };
/** The least on which no statement waits for itself: two for all rows, three limited to a tenant. */
export const leastPoolSize = 5;
export const defaultPoolSize = 30;

/** At most two batches of each kind of a hot statement are in progress: few connections serve them all. */
const mostHot = 6;
/** Fewer connections than this are not divided further. */
const leastWithHot = 12;

/**
 * How the connections of a process are divided: those for all rows, those for hot statements (none of few, which share
 * those for all rows), and those that are limited to a tenant.
 */
export function poolShares(total: number): { plain: number; hot: number; tenant: number } {
  // Two for reads in snapshots, and one for others.
  const tenant = Math.max(Math.round(total / 3), 3);
  const hot = total < leastWithHot ? 0 : Math.min(Math.round(total / 5), mostHot);
  return { plain: Math.max(total - tenant - hot, 1), hot, tenant };
}

/** The connections that a process opens at most on a database without a pooler. */
export function connectionsOfProcess(poolSize: number, { listens }: { listens: boolean }): number {
  return poolSize + besidePools.lease + (listens ? besidePools.listen : 0);
}

/** What a Postgres accepts from roles that are not superusers, and what is in use. */
export interface ConnectionUse {
  most: number;
  used: number;
  /** Those of servers of this project. */
  ours: number;
}

/** Not typed: from settings and statistics of Postgres. */
export async function readConnectionUse(sql: Sql): Promise<ConnectionUse> {
  const { rows } = await sql.query<ConnectionUse>(
    `/* connections */ select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - current_setting('reserved_connections')::int as most,
       count(*) filter (where backend_type = 'client backend')::int as used,
       count(*) filter (where application_name ~ '^workspace-automation/(all|api|worker)')::int as ours
     from pg_stat_activity`,
  );
  return rows[0] ?? { most: 0, used: 0, ours: 0 };
}
