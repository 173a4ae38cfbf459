import type { Sql } from '../../../../../platform/database/database.js';
import { subtractWeeksSql } from '../totals/execution-totals.sql.js';

// Its statements are administration of Postgres: they create, list and drop tables.

const dayMs = 24 * 60 * 60 * 1_000;
const weekMs = 7 * dayMs;
/** Days for which partitions exist in advance: a server may be down, or fail to create one, for as long. */
const aheadDays = 28;

/** The executions of one week, of the time before there were partitions, or of clocks that were far ahead. */
export interface ExecutionPartition {
  /** What the names of its three tables end with. */
  suffix: string;
  /** Executions created before this time. */
  until: Date;
  /** It has executions of more than a week. */
  isMixed: boolean;
}

/**
 * Creates the partitions of the next weeks. Takes one statement if there is nothing to do; any number of processes may
 * call it. Locks the default partition and waits for that a moment only, because all statements wait behind it: a long read,
 * such as a dump, would stop the server.
 * @returns false if it was not done: it has to be tried again, and there are weeks for that
 */
export async function createPartitions(sql: Sql, now: Date): Promise<boolean> {
  try {
    await sql.query(
      `/* create_partitions */ select create_execution_partitions($1) from set_config('lock_timeout', '2s', true)`,
      [new Date(now.getTime() + aheadDays * dayMs)],
    );
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** Every partition, oldest first. */
export async function listPartitions(sql: Sql): Promise<ExecutionPartition[]> {
  const { rows } = await sql.query<{ suffix: string }>(
    `/* execution_partitions */ select substr(c.relname, length('executions') + 1) as suffix
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'executions'::regclass`,
  );
  return rows
    .map(({ suffix }) => ({ suffix, until: endOf(suffix), isMixed: !/^_\d/.test(suffix) }))
    .sort((a, b) => a.until.getTime() - b.until.getTime());
}

/** `_20261123`: the week that begins on this day; `_until_20261123`: everything before it; `_default`: no other one. */
function endOf(suffix: string): Date {
  if (suffix === '_default') return new Date(8.64e15);
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(suffix) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(suffix.startsWith('_until') ? time : time + weekMs);
}

/**
 * Drops a partition if all of its executions ended before a time: its rows cost nothing to delete. It waits for statements
 * that use the tables for a moment only, because all others wait behind it.
 * @returns the number of its executions; null if it was not dropped
 */
export async function dropPartition(
  sql: Sql,
  { suffix, until, isMixed }: ExecutionPartition,
  before: Date,
): Promise<number | null> {
  const runs = `executions${suffix}`;
  const { rows } = await sql.query<{ count: number; open: boolean }>(
    // Read to its end only if nothing is found that keeps it.
    `/* look_at_partition */ select p.open, case when not p.open then (select count(*)::integer from ${runs}) else 0 end as count
     from (select exists (select from ${runs} where status = 'running' or finished_at >= $1) as open) p`,
    [before],
  );
  const seen = rows[0];
  if (!seen || seen.open) return null;
  try {
    await sql.query(`/* drop_partition */ do $$ begin
      perform set_config('lock_timeout', '2s', true);
      drop table execution_events${suffix}, execution_steps${suffix}, ${runs};
      ${subtractWeeksSql(isMixed ? null : new Date(until.getTime() - weekMs), until)};
    end $$`);
    return seen.count;
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}
