import type { Sql } from '../database/database.js';
import type { InstanceColumn } from './instance-column.js';

/** The IDs of the instance keys that data keys, and the texts of the columns, are encrypted with. */
export async function instanceKeysInUse(sql: Sql, columns: readonly InstanceColumn[]): Promise<string[]> {
  const ids = await keysOfColumns(sql, [{ table: 'workspace_keys', column: 'wrapped_key' }, ...columns]);
  return [...new Set(ids)].sort();
}

/**
 * The IDs of the keys that encrypt texts of the columns. Not typed: any table can have such a column, and a database of an earlier
 * release, which is backed up before it is brought up to date, lacks the newest ones.
 */
export async function keysOfColumns(
  sql: Sql,
  columns: readonly Pick<InstanceColumn, 'table' | 'column'>[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of columns) {
    const known = await sql.query('/* has_table */ select 1 where to_regclass($1) is not null', [table]);
    if (known.rows.length === 0) continue;
    const { rows } = await sql.query<{ id: string }>(
      `/* keys_of_instance_texts */ select distinct split_part(${column}, ':', 2) as id from ${table} where ${column} is not null`,
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
