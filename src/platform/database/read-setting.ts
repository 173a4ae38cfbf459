import type { Sql } from './sql.js';

/** A setting of Postgres as a connection has it; null if it has none of that name. Not typed, because it is of no table. */
export async function readSetting(sql: Sql, label: string, name: string): Promise<string | null> {
  const text = `/* ${label} */ select current_setting($1, true) as value`;
  return (await sql.query<{ value: string | null }>(text, [name])).rows[0]?.value ?? null;
}
