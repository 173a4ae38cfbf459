import type { Sql } from '../database/sql.js';

/** The oldest transaction of the cluster that has written and is still open. */
export interface OldestWriter {
  pid: number;
  xid: string;
  database: string | null;
  role: string | null;
  application: string;
  state: string | null;
  /** Null if the role of the server may not see it. */
  seconds: number | null;
}

/** Finds it, in any database of the cluster; null if there is none. Other roles hide all but their locks, so these are read. Of no table, so not typed. */
export async function oldestWriter(sql: Sql): Promise<OldestWriter | null> {
  const { rows } = await sql.query<OldestWriter>(
    `/* oldest_writer */ select a.pid, l.transactionid::text as xid, a.datname as database, a.usename as role,
       a.application_name as application, a.state, extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and a.pid <> pg_backend_pid()
     order by age(l.transactionid) desc limit 1`,
  );
  return rows[0] ?? null;
}
