import type { Sql } from './sql.js';

/** Rows that one statement deletes. Texts come from code, never from a request. */
interface Batch {
  table: string;
  /** The condition on them, and their order. */
  where: string;
  values?: unknown[];
  limit: number;
}

/** Deletes rows in bulk, by their positions, so not typed. @returns how many */
export async function deleteBatch(
  sql: Sql,
  label: string,
  { table, where, values = [], limit }: Batch,
): Promise<number> {
  const text = `/* ${label} */ delete from ${table}
    where ctid = any(array(select ctid from ${table} where ${where} limit ${limit}))`;
  return (await sql.query(text, values)).rowCount ?? 0;
}
