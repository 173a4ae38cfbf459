import pg from 'pg';
import { asAdmin } from '../harness/fixture.js';

/** What Postgres did between two looks. */
export interface DatabaseCost {
  commits: number;
  /** Times the write-ahead log was forced to the disk. */
  syncs: number;
  walBytes: number;
  /** Client statements by what they write, else by their beginning; dearest first. */
  statements: { label: string; calls: number; milliseconds: number }[];
}

/** Takes statistics of what `work` makes one database do. Nothing else may work in it meanwhile. */
export async function measureDatabase(adminUrl: string, work: () => Promise<void>): Promise<DatabaseCost> {
  await asAdmin(adminUrl, [
    'create extension if not exists pg_stat_statements',
    "alter system set pg_stat_statements.track = 'top'",
    'select pg_reload_conf()',
    'select pg_stat_statements_reset()',
  ]);
  const before = await counters(adminUrl);
  try {
    await work();
    // Backends report at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const after = await counters(adminUrl);
    return {
      commits: after.commits - before.commits,
      syncs: after.syncs - before.syncs,
      walBytes: after.wal - before.wal,
      statements: await statementsOf(adminUrl),
    };
  } finally {
    await asAdmin(adminUrl, ["alter system set pg_stat_statements.track = 'none'", 'select pg_reload_conf()']);
  }
}

async function counters(adminUrl: string): Promise<{ commits: number; syncs: number; wal: number }> {
  const [row] = await read<{ commits: number; syncs: number; wal: number }>(
    adminUrl,
    `select (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
       (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as syncs,
       (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  if (!row) throw new Error('Postgres has no statistics.');
  return row;
}

function statementsOf(adminUrl: string): Promise<DatabaseCost['statements']> {
  return read(
    adminUrl,
    `select coalesce(
         (select string_agg(m[1] || ' ' || m[2], ', ')
          from regexp_matches(query, '(insert into|update|delete from) ([a-z_."]+)', 'g') m),
         left(regexp_replace(query, '\\s+', ' ', 'g'), 70)) as label,
       sum(calls)::float8 as calls, sum(total_exec_time) as milliseconds
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() group by 1 order by 3 desc`,
  );
}

async function read<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}
