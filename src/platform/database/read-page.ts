import { AppError, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { type PageOf, type PageWindow, toPagination } from '../graphql/page.js';
import { isRefused } from './database-errors.js';
import { identifyList, writeCursor } from './page-cursor.js';
import { type AnswerReader, type LargeColumn, readLarge } from './read-large.js';

/** The parts of a list's statement. All text comes from code, never from a request; requests provide `values` only. */
export interface PageQuery {
  /** The name of the statement in Postgres' statistics. */
  label: string;
  columns: string;
  from: string;
  /** Conditions, joined by `and`; the first one names the workspace. */
  where: readonly string[];
  /** The expression that the rows are sorted by, before their ID; null if their IDs are in its order. */
  sortBy: { column: string; nullable?: boolean } | null;
  /** The column with the ID, which makes the order total: `f.id`. */
  id: string;
  values: readonly unknown[];
  window: PageWindow<string>;
  /** What the list belongs to, for the identity of its cursors: a workspace, and a record in it. */
  of: readonly unknown[];
  /** The requested fields of the pagination: a total that nobody reads is not counted. */
  pagination: { has(name: string): boolean };
  /** The columns that a workspace can make large. */
  large?: readonly LargeColumn[];
  /** The field of the answer, for the error. Defaults to the records that the label lists. */
  field?: string;
}

/** All fields of the pagination. */
export const wholePagination: PageQuery['pagination'] = { has: () => true };

/** What a page selects besides its rows. */
interface PageRow {
  pageOf: string;
  pageTotal: number | null;
  pageMore: boolean | null;
  pageValue: string | null;
  pageId: string | null;
}

/**
 * Reads a page, its exact total and whether more rows follow, in one round trip. Behind a cursor, only the rows of the page
 * are read, and the total is that of the first page.
 * @throws AppError VALIDATION_FAILED for a cursor of another list
 */
export async function readPage<Row extends { id: string }>(
  reader: AnswerReader,
  query: PageQuery,
): Promise<PageOf<Row>> {
  const list = listOf(query, query.of);
  const { after } = query.window;
  if (after && after.list !== list) throw cursorOfAnotherList();
  const { page, total, more, values } = pageSql(query, query.where);
  // Lateral: an empty page still returns its total, on a row without an ID.
  const select =
    total === null && more === null
      ? page
      : `select n.*, p.* from (select ${total} as "pageTotal", ${more} as "pageMore") n left join lateral (${page}) p on true`;
  const rows = await refusingCursors(query, () =>
    readLarge<Row & PageRow>(reader, { ...sourceOf(query), select, values }),
  );
  return pageOf(query, list, rows);
}

/**
 * A page for each of several parent rows, in one round trip.
 * @param of the column that references the parent, and the IDs of the parents
 * @returns the pages by parent; an error for a parent to whose list the cursor does not belong
 */
export async function readPages<Row extends { id: string }>(
  reader: AnswerReader,
  query: PageQuery,
  of: { column: string; ids: readonly string[] },
): Promise<Map<string, PageOf<Row> | AppError>> {
  const { after } = query.window;
  const lists = new Map(of.ids.map((id) => [id, listOf(query, [...query.of, id])]));
  const ids = of.ids.filter((id) => !after || after.list === lists.get(id));
  const { page, total, more, values } = pageSql(query, [...query.where, `${of.column} = k.id`]);
  // Offset 0: the count is made once for each parent, not for each of its rows.
  const select = `select k.id as "pageOf", n.*, p.*
    from unnest($${values.length + 1}::uuid[]) k(id)
      cross join lateral (select ${total} as "pageTotal", ${more} as "pageMore" offset 0) n left join lateral (${page}) p on true`;
  const rows =
    ids.length === 0
      ? []
      : await refusingCursors(query, () =>
          readLarge<Row & PageRow>(reader, { ...sourceOf(query), select, values: [...values, ids] }),
        );
  const byParent = Map.groupBy(rows, (row) => row.pageOf);
  return new Map(
    [...lists].map(([id, list]) => [
      id,
      ids.includes(id) ? pageOf<Row>(query, list, byParent.get(id) ?? []) : cursorOfAnotherList(),
    ]),
  );
}

/**
 * Limits that are written into statements, at most one of which fits a page. Postgres expects a tenth of all rows behind a limit
 * that it does not know, so it would not keep the plan of the statement, but make one for each page.
 */
const plannedLimits = [20, 100];

/** The select of a page, and the expressions of its total and of whether more rows follow; null if nobody reads them. */
function pageSql(query: PageQuery, conditions: readonly string[]) {
  const { columns, from, sortBy, id, window, pagination } = query;
  const values = [...query.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = conditions.join(' and ');
  const direction = window.descending ? 'desc' : 'asc';
  const nulls = sortBy?.nullable ? ' nulls last' : '';
  const order = `${sortBy ? `${sortBy.column} ${direction}${nulls}, ` : ''}${id} ${direction}`;
  const behind = window.after ? ` and ${behindRow(query, window.after, bind)}` : '';
  const limit = bind(window.limit);
  const offset = window.offset > 0 ? `${bind(window.offset)}::bigint` : '0';
  const wantsCursor = pagination.has('nextCursor');
  const wantsTotal =
    (pagination.has('total') || pagination.has('totalPages')) && typeof window.after?.total !== 'number';
  const value = wantsCursor
    ? `, ${sortBy ? `(${sortBy.column})::text` : 'null'} as "pageValue", (${id})::text as "pageId"`
    : '';
  // The total of a page by number says whether more follow.
  const more = `exists (select from ${from} where ${where}${behind} order by ${order} limit 1 offset ${offset} + ${limit}::bigint)`;
  const rows = `select ${columns}${value} from ${from} where ${where}${behind} order by ${order}`;
  const most = plannedLimits.find((known) => window.limit <= known);
  return {
    page:
      most && window.offset === 0
        ? `select * from (${rows} limit ${most}) page limit ${limit}`
        : `${rows} limit ${limit} offset ${offset}`,
    total: wantsTotal ? `(select count(*)::integer from ${from} where ${where})` : null,
    more: wantsCursor && (window.after || !wantsTotal) ? more : null,
    values,
  };
}

/** The condition on the rows behind one. Nulls are last in both directions. */
function behindRow(
  { sortBy, id, window: { descending } }: PageQuery,
  after: { value: string | null; id: string },
  bind: (value: unknown) => string,
): string {
  const operator = descending ? '<' : '>';
  if (!sortBy) return `${id} ${operator} ${bind(after.id)}`;
  const { column, nullable } = sortBy;
  if (after.value === null) return `(${column}) is null and ${id} ${operator} ${bind(after.id)}`;
  const behind = `(${column}, ${id}) ${operator} (${bind(after.value)}, ${bind(after.id)})`;
  return nullable ? `(${behind} or (${column}) is null)` : behind;
}

function pageOf<Row extends { id: string }>(
  { window }: PageQuery,
  list: string,
  found: readonly (Row & Partial<PageRow>)[],
): PageOf<Row> {
  const total = found[0]?.pageTotal ?? window.after?.total ?? null;
  const items = found.filter((row) => row.id !== null);
  const last = items.at(-1);
  const more = found[0]?.pageMore ?? (total !== null && window.offset + items.length < total);
  const nextCursor =
    last && more ? writeCursor({ value: last.pageValue ?? null, id: String(last.pageId), total, list }) : null;
  return { items, pagination: toPagination(window, total ?? 0, nextCursor) };
}

function listOf({ label, window }: PageQuery, of: readonly unknown[]): string {
  return identifyList([label, of, window.filters]);
}

/** A cursor that passes its checksum may still be no value of the column. */
async function refusingCursors<T>({ window }: PageQuery, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (window.after && !(error instanceof AppError) && isRefused(error)) throw cursorOfAnotherList();
    throw error;
  }
}

/** The error of a cursor that was made for another list, sort order or filter. */
export function cursorOfAnotherList(): AppError {
  return validationFailed([{ field: 'cursor', rule: 'CURSOR_INVALID', message: `cursor ${must.beCursorOfList}` }]);
}

function sourceOf({ label, large = [], field = listedBy(label) }: PageQuery) {
  return { label, large, field };
}

/** `flowTemplates` of `list_flow_templates`. */
function listedBy(label: string): string {
  return label.replace(/^list_/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
