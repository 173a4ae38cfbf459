import type pg from 'pg';
import type { Sql } from '../database/sql.js';

/** One connection suffices to look. */
type Queryable = Pick<pg.Client, 'query'> | Sql;

/** A table that exists while a restore is in progress, and afterwards if it did not finish; so its statements are not typed. */
const marker = 'restore_in_progress';

/** @throws Error if a restore into this database did not finish: it may lack rows */
export async function requireFinishedRestore(sql: Queryable): Promise<void> {
  if (await isMarked(sql)) {
    throw new Error(
      'A restore into this database is in progress or did not finish. Run restore again, or use another database.',
    );
  }
}

/** From here on no server starts on the database, until `finishRestore`. */
export async function beginRestore(sql: Sql): Promise<void> {
  await sql.query(
    `/* begin_restore */ create table if not exists ${marker} (started_at timestamptz not null default now())`,
  );
}

export async function finishRestore(sql: Sql): Promise<void> {
  await sql.query(`/* finish_restore */ drop table if exists ${marker}`);
}

/** Whether a restore began that did not finish. */
export async function isMarked(sql: Queryable): Promise<boolean> {
  const { rows } = await sql.query<{ marked: boolean }>(
    '/* is_restore_unfinished */ select to_regclass($1) is not null as marked',
    [marker],
  );
  return rows[0]?.marked ?? false;
}
