import type { Sql } from './sql.js';
import { statement } from './statement.js';

/**
 * Takes the lock of a text, and holds it until the transaction ends: for what has no row to lock yet.
 * @param label begins the statement, as in `/* lock_sender *\/`
 */
export async function lockText(sql: Sql, label: string, text: string): Promise<void> {
  await sql.query(statement(`/* ${label} */ select pg_advisory_xact_lock(hashtextextended($1, 0))`, [text]));
}
