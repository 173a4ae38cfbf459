import { type CountedRow, TotalOfList } from '../database/known-totals.js';
import { identifyList, type PagePosition, readCursor, writeCursor } from '../database/page-cursor.js';
import { type AnswerReader, type LargeColumn, readLarge } from '../database/read-large.js';
import { isRefused } from '../errors/database-errors.js';
import { AppError, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import type { FilterCost } from './filter-cost.js';
import { type PageOf, type PageWindow, toPagination } from './page.js';

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
  /** The table whose rows alone decide the total; null if the conditions read other tables as well. */
  countedIn?: string | null;
  /** The expression of the exact total, where it is known without counting the rows. */
  total?: string | null;
  /** The columns that a workspace can make large. */
  large?: readonly LargeColumn[];
  /** What its filters cost; null without filters. */
  cost?: FilterCost | null;
  /** The field of the answer, for the error. Defaults to the records that the label lists. */
  field?: string;
}

/** All fields of the pagination. */
export const wholePagination: PageQuery['pagination'] = { has: () => true };

/** Who reads a page. */
export interface PageReader extends AnswerReader {
  /** The server's own key, which signs the cursors of lists. */
  readonly cursorKey: string;
  /** Says in the answer what the filters of a list cost. */
  reportFilterCost?(cost: FilterCost): void;
}

/** Lists may show a state of some seconds ago. */
const ofList = ({ sql, reads = sql, answer }: AnswerReader): AnswerReader => ({ sql: reads, answer });

/** What a page selects besides its rows. */
interface PageRow extends CountedRow {
  pageOf: string;
  pageTotal: number | null;
  pageMore: boolean | null;
  pageValue: string | null;
  pageId: string | null;
}

/**
 * Reads a page, its exact total and whether more rows follow, in one round trip. Behind a cursor, only the rows of the page
 * are read, and the total is that of the first page.
 * @throws AppError VALIDATION_FAILED for a cursor of another list, or one that this server did not write
 */
export async function readPage<Row extends { id: string }>(reader: PageReader, query: PageQuery): Promise<PageOf<Row>> {
  reportCost(reader, query);
  const list = listOf(query, query.of);
  const after = positionOf(reader, query.window);
  if (after && after.list !== list) throw cursorOfAnotherList();
  const { page, total, more, values } = pageSql(query, after, query.where);
  const known = total !== null && query.countedIn ? TotalOfList.of(query.countedIn, query) : null;
  const counted = known?.sql(String(total), (value) => `$${values.push(value)}`) ?? total;
  // Lateral: an empty page still returns its total, on a row without an ID.
  const select =
    total === null && more === null
      ? page
      : `select n.*, p.* from (select ${counted} as "pageTotal", ${more} as "pageMore"${known ? `, ${TotalOfList.columns}` : ''}
          offset 0) n left join lateral (${page}) p on true`;
  const rows = await refusingCursors(query, () =>
    readLarge<Row & PageRow>(ofList(reader), { ...sourceOf(query), select, values }),
  );
  const [first] = rows;
  if (first) known?.remember(first.pageTotal as number, first);
  return pageOf(reader, query, { list, after }, rows);
}

/**
 * A page for each of several parent rows, in one round trip.
 * @param of the column that references the parent, and the IDs of the parents
 * @returns the pages by parent; an error for a parent to whose list the cursor does not belong
 */
export async function readPages<Row extends { id: string }>(
  reader: PageReader,
  query: PageQuery,
  of: { column: string; ids: readonly string[] },
): Promise<Map<string, PageOf<Row> | AppError>> {
  reportCost(reader, query);
  const after = positionOf(reader, query.window);
  const lists = new Map(of.ids.map((id) => [id, listOf(query, [...query.of, id])]));
  const ids = of.ids.filter((id) => !after || after.list === lists.get(id));
  const { page, total, more, values } = pageSql(query, after, [...query.where, `${of.column} = k.id`]);
  // Offset 0: the count is made once for each parent, not for each of its rows.
  const select = `select k.id as "pageOf", n.*, p.*
    from unnest($${values.length + 1}::uuid[]) k(id)
      cross join lateral (select ${total} as "pageTotal", ${more} as "pageMore" offset 0) n left join lateral (${page}) p on true`;
  const rows =
    ids.length === 0
      ? []
      : await refusingCursors(query, () =>
          readLarge<Row & PageRow>(ofList(reader), { ...sourceOf(query), select, values: [...values, ids] }),
        );
  const byParent = Map.groupBy(rows, (row) => row.pageOf);
  return new Map(
    [...lists].map(([id, list]) => [
      id,
      ids.includes(id) ? pageOf<Row>(reader, query, { list, after }, byParent.get(id) ?? []) : cursorOfAnotherList(),
    ]),
  );
}

/**
 * Limits that are written into statements, at most one of which fits a page. Postgres expects a tenth of all rows behind a limit
 * that it does not know, so it would not keep the plan of the statement, but make one for each page.
 */
const plannedLimits = [20, 100];

/** The select of a page, and the expressions of its total and of whether more rows follow; null if nobody reads them. */
function pageSql(query: PageQuery, after: PagePosition | null, conditions: readonly string[]) {
  const { columns, from, sortBy, id, window, pagination } = query;
  const values = [...query.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = conditions.join(' and ');
  const direction = window.descending ? 'desc' : 'asc';
  const order = `${sortBy ? `${sortBy.column} ${direction}, ` : ''}${id} ${direction}`;
  const ranges = rangesOf(query, after, bind).map((range) => `from ${from} where ${[where, ...range].join(' and ')}`);
  const limit = bind(window.limit);
  const offset = window.offset > 0 ? `${bind(window.offset)}::bigint` : '0';
  const wantsCursor = pagination.has('nextCursor');
  const wantsTotal = (pagination.has('total') || pagination.has('totalPages')) && typeof after?.total !== 'number';
  const value = wantsCursor
    ? `, ${sortBy ? `(${sortBy.column})::text` : 'null'} as "pageValue", (${id})::text as "pageId"`
    : '';
  // The total of a page by number says whether more follow.
  const more = `exists (select from (${ranges.map((range) => `select ${range}`).join(' union all ')}) m limit 1 offset ${offset} + ${limit}::bigint)`;
  const most = window.offset === 0 && plannedLimits.find((known) => window.limit <= known);
  const rows = (range: string, sorted = '') => `select ${columns}${value}${sorted} ${range} order by ${order}`;
  const [first = '', ...others] = ranges;
  return {
    page:
      others.length > 0
        ? pageOfRanges(
            ranges.map((range) => rows(range, `, ${sortBy?.column} as "pageSort", ${id} as "pageAt"`)),
            { direction, limit, offset, most: most || `${limit}::bigint + ${offset}` },
          )
        : most
          ? `select * from (${rows(first)} limit ${most}) page limit ${limit}`
          : `${rows(first)} limit ${limit} offset ${offset}`,
    total: wantsTotal ? (query.total ?? `(select count(*)::integer from ${from} where ${where})`) : null,
    more: wantsCursor && (after || !wantsTotal) ? more : null,
    values,
  };
}
/**
 * The conditions of the rows of a list, or of those behind a row, in ranges that an index on (…, column, id) has in either
 * direction: those with a value, then those without.
 */
function rangesOf(
  { sortBy, id, window }: PageQuery,
  after: PagePosition | null,
  bind: (value: unknown) => string,
): string[][] {
  const operator = window.descending ? '<' : '>';
  if (!sortBy) return [after ? [`${id} ${operator} ${bind(after.id)}`] : []];
  const column = `(${sortBy.column})`;
  if (after?.value === null) return [[`${column} is null`, `${id} ${operator} ${bind(after.id)}`]];
  const behind = after ? [`(${column}, ${id}) ${operator} (${bind(after.value)}, ${bind(after.id)})`] : [];
  return sortBy.nullable ? [[`${column} is not null`, ...behind], [`${column} is null`]] : [behind];
}

/** A page of the rows of several selects. Each reads no more rows than the page can have. */
function pageOfRanges(
  selects: readonly string[],
  { direction, limit, offset, most }: { direction: string; limit: string; offset: string; most: string | number },
): string {
  const all = selects.map((select) => `(${select} limit ${most})`).join(' union all ');
  const order = `"pageSort" ${direction} nulls last, "pageAt" ${direction}`;
  return `select * from (${all}) page order by ${order} limit ${limit} offset ${offset}`;
}

function pageOf<Row extends { id: string }>(
  { cursorKey }: PageReader,
  { window }: PageQuery,
  { list, after }: { list: string; after: PagePosition | null },
  found: readonly (Row & Partial<PageRow>)[],
): PageOf<Row> {
  const total = found[0]?.pageTotal ?? after?.total ?? null;
  const items = found.filter((row) => row.id !== null);
  const last = items.at(-1);
  const more = found[0]?.pageMore ?? (total !== null && window.offset + items.length < total);
  const nextCursor =
    last && more
      ? writeCursor(cursorKey, { value: last.pageValue ?? null, id: String(last.pageId), total, list })
      : null;
  return { items, pagination: toPagination(window, total ?? 0, nextCursor) };
}

function reportCost(reader: PageReader, { cost }: PageQuery): void {
  if (cost) reader.reportFilterCost?.(cost);
}

function listOf({ label, window }: PageQuery, of: readonly unknown[]): string {
  return identifyList([label, of, window.filters]);
}

/** Where a page begins; null if it is found by its number. @throws AppError VALIDATION_FAILED */
export function positionOf(
  { cursorKey }: Pick<PageReader, 'cursorKey'>,
  { cursor }: PageWindow<string>,
): PagePosition | null {
  if (cursor === null) return null;
  const position = readCursor(cursorKey, cursor);
  if (!position) throw invalidCursor(must.beCursor);
  return position;
}

/** A cursor of this server may still be no value of the column, if the column was changed since. */
async function refusingCursors<T>({ window }: PageQuery, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (window.cursor !== null && !(error instanceof AppError) && isRefused(error)) throw cursorOfAnotherList();
    throw error;
  }
}

/** The error of a cursor that was made for another list, sort order or filter. */
export function cursorOfAnotherList(): AppError {
  return invalidCursor(must.beCursorOfList);
}

function invalidCursor(words: string): AppError {
  return validationFailed([{ field: 'cursor', rule: 'CURSOR_INVALID', message: `cursor ${words}` }]);
}

/**
 * The best plan of a filter depends on how many rows have its value: for any value, Postgres would expect enough rows for a
 * page among the first of the order, and read the whole list to find those of a rare one.
 */
function sourceOf({ label, large = [], field = listedBy(label), window, values }: PageQuery) {
  return { label, large, field, isPlannedByValues: hasFilters(window) && values.length > 1 };
}

function hasFilters({ filters: { sortBy: _, sortOrder: __, ...filters } }: PageWindow<string>): boolean {
  return Object.keys(filters).length > 0;
}

/** `flowTemplates` of `list_flow_templates`. */
function listedBy(label: string): string {
  return label.replace(/^list_/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
