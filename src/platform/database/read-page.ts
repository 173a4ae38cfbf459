import { type AnswerReader, type LargeColumn, readLarge } from './read-large.js';

/** The parts of a list's statement. All text comes from code, never from a request; requests provide `values` only. */
export interface PageQuery {
  /** The name of the statement in Postgres' statistics. */
  label: string;
  columns: string;
  from: string;
  /** Conditions, joined by `and`; the first one names the workspace. */
  where: readonly string[];
  /** A total order: ends with the ID. */
  orderBy: string;
  values: readonly unknown[];
  limit: number;
  offset: number;
  /** Whether the total is requested; otherwise it is 0. */
  total: boolean;
  /** The columns that a workspace can make large. */
  large?: readonly LargeColumn[];
  /** The field of the answer, for the error. Defaults to the records that the label lists. */
  field?: string;
}

/** Reads a page and its exact total in one round trip. */
export async function readPage<Row extends { id: string }>(
  reader: AnswerReader,
  query: PageQuery,
): Promise<{ rows: Row[]; total: number }> {
  const where = query.where.join(' and ');
  const at = query.values.length;
  const page = `select ${query.columns} from ${query.from} where ${where} order by ${query.orderBy} limit $${at + 1} offset $${at + 2}`;
  const values = [...query.values, query.limit, query.offset];
  if (!query.total)
    return { rows: await readLarge<Row>(reader, { ...sourceOf(query), select: page, values }), total: 0 };
  // Lateral: an empty page still returns its total, on a row without an ID.
  const select = `select n.total as "pageTotal", p.* from (select count(*)::integer as total from ${query.from} where ${where}) n left join lateral (${page}) p on true`;
  const rows = await readLarge<Row & { pageTotal: number }>(reader, { ...sourceOf(query), select, values });
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.pageTotal ?? 0 };
}

/**
 * A page for each of several parent rows, in one round trip.
 * @param of the column that references the parent, and the IDs of the parents
 */
export async function readPages<Row extends { id: string }>(
  reader: AnswerReader,
  query: PageQuery,
  of: { column: string; ids: readonly string[] },
): Promise<Map<string, { rows: Row[]; total: number }>> {
  const where = [...query.where, `${of.column} = k.id`].join(' and ');
  const at = query.values.length;
  const page = `select ${query.columns} from ${query.from} where ${where} order by ${query.orderBy} limit $${at + 1} offset $${at + 2}`;
  const total = query.total ? `(select count(*)::integer from ${query.from} where ${where})` : '0';
  const select = `select k.id as "pageOf", n.total as "pageTotal", p.*
    from unnest($${at + 3}::uuid[]) k(id) cross join lateral (select ${total} as total) n left join lateral (${page}) p on true`;
  const values = [...query.values, query.limit, query.offset, of.ids];
  const rows = await readLarge<Row & { pageOf: string; pageTotal: number }>(reader, {
    ...sourceOf(query),
    select,
    values,
  });
  const pages = new Map<string, { rows: Row[]; total: number }>();
  for (const row of rows) {
    const known = pages.get(row.pageOf) ?? { rows: [], total: row.pageTotal };
    if (row.id !== null) known.rows.push(row);
    pages.set(row.pageOf, known);
  }
  return pages;
}

function sourceOf({ label, large = [], field = listedBy(label) }: PageQuery) {
  return { label, large, field };
}

/** `flowTemplates` of `list_flow_templates`. */
function listedBy(label: string): string {
  return label.replace(/^list_/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
