import { notFound } from '../errors/errors.js';
import { filterCost } from '../filters/filter-cost.js';
import { filterConditions } from '../filters/filter-sql.js';
import { isUuid } from '../graphql/context.js';
import { type ListArgs, type PageOf, pageWindow } from '../graphql/page.js';
import { type PageQuery, type PageReader, readPage } from '../graphql/read-page.js';
import type { RequestedFields } from '../graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../graphql/time-range.js';
import { hasDocuments, type SearchSource, searchCondition } from '../search/index.js';
import type { Fields, RecordField, RowOf } from './field.js';
import { tagArg } from './filter-args.js';
import {
  type AnyRecord,
  lowerFirst,
  type RecordDefinition,
  type RecordScope,
  recordColumn,
} from './record-definition.js';
import { recordFilter } from './record-filter.js';
import { largeOf, readRow, selectList } from './record-rows.js';
import { searchSourceOf } from './record-search.js';
import { wordsOf } from './record-words.js';

/** The arguments of a list: those of every list, and the record's own filters by name. */
export type RecordListArgs = ListArgs & Readonly<Record<string, unknown>>;

/** Whose list it is: without a caller, all that it may search is searched. */
type ListScope = Pick<RecordScope, 'workspaceId' | 'access'>;

/** Refers to no row. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Lists the records of a workspace, newest first by default.
 * @param fields the requested fields of the page
 * @param parentId for records that belong to another one
 * @throws AppError VALIDATION_FAILED, NOT_FOUND for an unknown parent
 */
export async function listRecords<F extends Fields>(
  scope: PageReader & ListScope,
  record: RecordDefinition<F>,
  args: RecordListArgs,
  fields: RequestedFields,
  parentId?: string,
): Promise<PageOf<RowOf<F>>> {
  const query = listQuery(scope, record, args, fields, parentId);
  if (record.parent && parentId !== undefined) await requireParent(scope, record.parent.record, parentId);
  return readPage<RowOf<F>>(scope, query);
}

/** Validates the arguments of a list and builds its statement. @throws AppError VALIDATION_FAILED */
export function listQuery(
  scope: ListScope,
  record: AnyRecord,
  args: RecordListArgs,
  fields: RequestedFields,
  parentId?: string,
): PageQuery {
  const { from, to } = args as { from?: Date | null; to?: Date | null };
  const violations = timeRangeViolations(from, to);
  const window = pageWindow<string>(args, { byDefault: 'createdAt' }, violations);
  const { workspaceId } = scope;
  const { conditions, values } = recordFilters(record, args, scope, parentId);
  return {
    label: `list_${lowerFirst(record.plural)}`,
    columns: selectList(record, fields.below('items')),
    large: largeOf(record, fields.below('items')),
    field: lowerFirst(record.plural),
    from: `${record.table} r`,
    countedIn: args.search ? null : record.table,
    total: args.tag && conditions.length === 1 ? totalOfLabel(record) : null,
    where: ['r.workspace_id = $1', ...conditions],
    sortBy: { column: recordColumn(window.sortBy), nullable: record.fields[window.sortBy]?.nullable ?? false },
    id: 'r.id',
    values,
    window,
    of: [workspaceId, parentId],
    pagination: fields.below('pagination'),
    cost: filterCost(recordFilter(record), window, { period: record.period ?? 'createdAt' }),
  };
}

async function requireParent(scope: Pick<RecordScope, 'workspaceId' | 'sql'>, parent: AnyRecord, id: string) {
  const found = await readRow(scope.sql, parent, { workspaceId: scope.workspaceId, id }, { has: () => false });
  if (!found) throw notFound(wordsOf(parent));
}

/** The conditions of a list's own filters on the rows `r`, and their values; $1 is the workspace. */
export function recordFilters(
  record: AnyRecord,
  args: Readonly<Record<string, unknown>>,
  { workspaceId, access }: ListScope,
  parentId?: string,
): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [workspaceId];
  const conditions: string[] = [];
  const where = (condition: (at: string) => string, value: unknown) =>
    conditions.push(condition(`$${values.push(value)}`));
  if (record.parent && parentId !== undefined) {
    where((at) => `${recordColumn(record.parent?.field ?? '')} = ${at}`, parentId);
  }
  for (const [name, field] of Object.entries(record.fields as Record<string, RecordField>)) {
    if (!field.filtered) continue;
    const isPrefix = field.filtered === 'prefix';
    const value = args[isPrefix ? `${name}Prefix` : field.sqlType === 'text[]' ? tagArg(name) : name];
    if (value === undefined || value === null || value === '') continue;
    if (isPrefix) where((at) => `starts_with(${recordColumn(name)}, ${at})`, value);
    else if (field.sqlType === 'text[]') where((at) => labelled(record, name, at), value);
    else if (value === 'none' && acceptsNone(field)) conditions.push(`${recordColumn(name)} is null`);
    else where((at) => `${recordColumn(name)} = ${at}`, field.sqlType === 'uuid' ? idOrNone(value) : value);
  }
  conditions.push(...filterConditions(recordFilter(record), args, (value) => `$${values.push(value)}`));
  const { from, to } = timeRange(args.from as Date | null, args.to as Date | null);
  const period = recordColumn(record.period ?? 'createdAt');
  if (from) where((at) => `${period} >= ${at}`, from);
  if (to) where((at) => `${period} <= ${at}`, to);
  if (typeof args.search === 'string' && args.search !== '') {
    conditions.push(...searched(record, args.search, values, access));
  }
  return { conditions, values };
}

/** The condition that one of the labels of `r` is a parameter. */
function labelled({ tagTable }: AnyRecord, name: string, at: string): string {
  return tagTable
    ? `r.id in (select t.${tagTable.id} from ${tagTable.name} t where t.workspace_id = $1 and t.tag = ${at})`
    : `${recordColumn(name)} @> array[${at}]::text[]`;
}

/** The number of rows with a label, `$2`, if the list has no other filter; null if they must be counted themselves. */
function totalOfLabel({ tagTable }: AnyRecord): string | null {
  return tagTable
    ? `(select count(*)::integer from ${tagTable.name} t where t.workspace_id = $1 and t.tag = $2)`
    : null;
}

/** The condition of `search`. Each way to find rows narrows by an index of its own, so they are united by ID. */
function searched(record: AnyRecord, term: string, values: unknown[], access: ListScope['access']): string[] {
  const matches = (source: SearchSource, row: string) =>
    searchCondition(source, row, term, (value) => `$${values.push(value)}`);
  const source = searchSourceOf(record);
  const isOwn = source !== null && hasDocuments(source);
  if (!record.searchedIn) return isOwn ? [matches(source, 'r')] : [];
  const own = isOwn ? [`select o.id from ${record.table} o where o.workspace_id = $1 and ${matches(source, 'o')}`] : [];
  // A list that finds its rows by a text says what the text is.
  const readable = record.searchedIn.filter(({ read }) => !access || access.capabilities.has(read));
  const ways = [...own, ...readable.map(({ ids }) => ids(matches))];
  return [ways.length > 0 ? `r.id in (${ways.join(' union ')})` : 'false'];
}

/** Whether `none` selects the rows without a value. */
const acceptsNone = ({ filtered }: RecordField) => filtered === 'orNone' || filtered === 'idOrNone';

/** A malformed ID matches no row. */
function idOrNone(id: unknown): string {
  return isUuid(String(id)) ? String(id) : noId;
}
