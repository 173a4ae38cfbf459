import type { Sql } from './database.js';
import { statement } from './statement.js';

/** The parts of a list's statement. All text comes from code, never from a request; requests give `values` only. */
export interface PageQuery {
  /** Names the statement in Postgres' own statistics. */
  label: string;
  columns: string;
  from: string;
  /** Conditions, joined by `and`; the first one names the workspace. */
  where: readonly string[];
  /** Total: ends with the id. */
  orderBy: string;
  values: readonly unknown[];
  limit: number;
  offset: number;
  /** Whether the total was asked for; it is 0 where it was not. */
  total: boolean;
}

/** Reads a page and its exact total in one round trip. */
export async function readPage<Row extends { id: string }>(
  sql: Sql,
  query: PageQuery,
): Promise<{ rows: Row[]; total: number }> {
  const where = query.where.join(' and ');
  const at = query.values.length;
  const page = `select ${query.columns} from ${query.from} where ${where} order by ${query.orderBy} limit $${at + 1} offset $${at + 2}`;
  const values = [...query.values, query.limit, query.offset];
  if (!query.total) {
    const { rows } = await sql.query<Row>(statement(`/* ${query.label} */ ${page}`, values));
    return { rows, total: 0 };
  }
  // Lateral: an empty page still brings its total, on a row without an id.
  const text = `/* ${query.label} */ select n.total as "pageTotal", p.* from (select count(*)::integer as total from ${query.from} where ${where}) n left join lateral (${page}) p on true`;
  const { rows } = await sql.query<Row & { pageTotal: number }>(statement(text, values));
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.pageTotal ?? 0 };
}

/**
 * A page for each of several rows that the listed ones belong to, in one round trip.
 * @param of the column that names the row, and the ids of the rows
 */
export async function readPages<Row extends { id: string }>(
  sql: Sql,
  query: PageQuery,
  of: { column: string; ids: readonly string[] },
): Promise<Map<string, { rows: Row[]; total: number }>> {
  const where = [...query.where, `${of.column} = k.id`].join(' and ');
  const at = query.values.length;
  const page = `select ${query.columns} from ${query.from} where ${where} order by ${query.orderBy} limit $${at + 1} offset $${at + 2}`;
  const total = query.total ? `(select count(*)::integer from ${query.from} where ${where})` : '0';
  const text = `/* ${query.label} */ select k.id as "pageOf", n.total as "pageTotal", p.*
    from unnest($${at + 3}::uuid[]) k(id) cross join lateral (select ${total} as total) n left join lateral (${page}) p on true`;
  const { rows } = await sql.query<Row & { pageOf: string; pageTotal: number }>(
    statement(text, [...query.values, query.limit, query.offset, of.ids]),
  );
  const pages = new Map<string, { rows: Row[]; total: number }>();
  for (const row of rows) {
    const known = pages.get(row.pageOf) ?? { rows: [], total: row.pageTotal };
    if (row.id !== null) known.rows.push(row);
    pages.set(row.pageOf, known);
  }
  return pages;
}
