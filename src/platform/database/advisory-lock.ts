import type { Sql } from './sql.js';

/** Functions of Postgres for locks that belong to no table: those of a session, or of a transaction (`xact`). */
type LockFunction =
  | 'pg_advisory_lock'
  | 'pg_try_advisory_lock'
  | 'pg_advisory_unlock'
  | 'pg_advisory_xact_lock'
  | 'pg_try_advisory_xact_lock';

/**
 * Takes or releases an advisory lock, on one connection. Not typed, because it is of no table.
 * @param key a number of its own, or a text
 * @returns whether it was free, for the functions that try
 */
export async function advisoryLock(
  sql: Sql,
  label: string,
  name: LockFunction,
  key: number | string,
): Promise<boolean> {
  const argument = typeof key === 'string' ? 'hashtextextended($1, 0)' : '$1';
  const { rows } = await sql.query<{ done: boolean }>(`/* ${label} */ select ${name}(${argument}) as done`, [key]);
  return rows[0]?.done === true;
}

/**
 * Takes the lock of a text, and holds it until the transaction ends: for what has no row to lock yet.
 * @param label begins the statement, as in `/* lock_sender *\/`
 */
export async function lockText(sql: Sql, label: string, text: string): Promise<void> {
  await advisoryLock(sql, label, 'pg_advisory_xact_lock', text);
}
