import type { Sql } from '../database/database.js';
import type { InstanceColumn } from './instance-column.js';

/** The IDs of the instance keys that data keys, and the texts of the columns, are encrypted with. */
export async function instanceKeysInUse(sql: Sql, columns: readonly InstanceColumn[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `/* instance_keys_of_data_keys */ select distinct split_part(wrapped_key, ':', 2) as id from workspace_keys`,
  );
  const inColumns = await keysOfColumns(sql, columns);
  return [...new Set([...rows.map(({ id }) => id), ...inColumns])].sort();
}

/** The IDs of the keys that encrypt texts of the columns. */
export async function keysOfColumns(sql: Sql, columns: readonly InstanceColumn[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql.query<{ id: string }>(
      `/* keys_of_instance_texts */ select distinct split_part(${column}, ':', 2) as id from ${table} where ${column} is not null`,
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
