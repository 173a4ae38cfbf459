import type { AnswerReader } from '../database/read-large.js';
import { type PageQuery, readPage } from '../database/read-page.js';
import { type ErrorDetail, notFound } from '../errors.js';
import { isUuid } from '../graphql/context.js';
import { type ListArgs, type PageOf, type PageWindow, pageWindow, toPage } from '../graphql/page.js';
import type { RequestedFields } from '../graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../graphql/time-range.js';
import { searchCondition } from '../search/index.js';
import type { Fields, RecordField, RowOf } from './field.js';
import { filterArgs, tagArg } from './record-classes.js';
import {
  type AnyRecord,
  lowerFirst,
  type RecordDefinition,
  type RecordScope,
  recordColumn,
  wordsOf,
} from './record-definition.js';
import { largeOf, readRow, selectList } from './record-rows.js';
import { searchSourceOf } from './record-search.js';

/** What a list asks for: the arguments of every list, the record's own filters by name. */
export type RecordListArgs = ListArgs & Readonly<Record<string, unknown>>;

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Records of a workspace, newest first unless asked otherwise.
 * @param fields what of the page is asked for
 * @param parentId of records that stand inside another one
 * @throws AppError VALIDATION_FAILED, NOT_FOUND for an unknown parent
 */
export async function listRecords<F extends Fields>(
  scope: AnswerReader & Pick<RecordScope, 'workspaceId'>,
  record: RecordDefinition<F>,
  args: RecordListArgs,
  fields: RequestedFields,
  parentId?: string,
): Promise<PageOf<RowOf<F>>> {
  const { query, window } = listQuery(scope.workspaceId, record, args, fields, parentId);
  if (record.parent && parentId !== undefined) await requireParent(scope, record.parent.record, parentId);
  const { rows, total } = await readPage<RowOf<F>>(scope, query);
  return toPage(rows, total, window);
}

/** The statement of a list, its arguments checked. @throws AppError VALIDATION_FAILED */
export function listQuery(
  workspaceId: string,
  record: AnyRecord,
  args: RecordListArgs,
  fields: RequestedFields,
  parentId?: string,
): { query: PageQuery; window: PageWindow<string> } {
  const { from, to } = args as { from?: string | null; to?: string | null };
  const violations = [...valueViolations(record, args), ...timeRangeViolations(from, to)];
  const window = pageWindow(args, sortKeysOf(record), 'createdAt', violations);
  const { conditions, values } = recordFilters(record, args, workspaceId, parentId);
  const direction = window.descending ? 'desc' : 'asc';
  const nulls = record.fields[window.sortBy]?.nullable ? ' nulls last' : '';
  const query: PageQuery = {
    label: `list_${lowerFirst(record.plural)}`,
    columns: selectList(record, fields.below('items')),
    large: largeOf(record, fields.below('items')),
    field: lowerFirst(record.plural),
    from: `${record.table} r`,
    where: ['r.workspace_id = $1', ...conditions],
    orderBy: `${recordColumn(window.sortBy)} ${direction}${nulls}, r.id ${direction}`,
    values,
    limit: window.limit,
    offset: window.offset,
    total: fields.has('pagination'),
  };
  return { query, window };
}

/** What a list of a record can be sorted by. */
export function sortKeysOf({ fields }: AnyRecord): string[] {
  const sorted = Object.entries(fields).filter(([, field]) => field.sorted);
  return [...sorted.map(([name]) => name), 'createdAt', 'updatedAt'];
}

async function requireParent(scope: Pick<RecordScope, 'workspaceId' | 'sql'>, parent: AnyRecord, id: string) {
  const found = await readRow(scope.sql, parent, { workspaceId: scope.workspaceId, id }, { has: () => false });
  if (!found) throw notFound(`The ${wordsOf(parent)}`);
}

function valueViolations(record: AnyRecord, args: RecordListArgs): ErrorDetail[] {
  return filterArgs(record).flatMap(([name]) => {
    const { values, filtered, reference } = (record.fields as Fields)[name] ?? {};
    if (!args[name]) return [];
    if (filtered === 'orNone' && args[name] !== 'none' && !isUuid(String(args[name]))) {
      return [{ field: name, message: `${name} is the id of a ${reference?.what}, or none.` }];
    }
    if (!values || values.includes(String(args[name]))) return [];
    return [{ field: name, message: `${name} is one of: ${values.join(', ')}.` }];
  });
}

/** The conditions on a record's rows (as `r`) of a list's own filters, and their values: $1 is the workspace. */
export function recordFilters(
  record: AnyRecord,
  args: Readonly<Record<string, unknown>>,
  workspaceId: string,
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
    const value = args[field.sqlType === 'text[]' ? tagArg(name) : name];
    if (value === undefined || value === null || value === '') continue;
    if (field.sqlType === 'text[]') where((at) => `${recordColumn(name)} @> array[${at}]::text[]`, value);
    else if (field.filtered === 'orNone' && value === 'none') conditions.push(`${recordColumn(name)} is null`);
    else where((at) => `${recordColumn(name)} = ${at}`, field.sqlType === 'uuid' ? idOrNobody(value) : value);
  }
  const { from, to } = timeRange(args.from as string | null, args.to as string | null);
  const period = recordColumn(record.period ?? 'createdAt');
  if (from) where((at) => `${period} >= ${at}`, from);
  if (to) where((at) => `${period} <= ${at}`, to);
  const source = typeof args.search === 'string' && args.search !== '' ? searchSourceOf(record) : null;
  if (source) conditions.push(searchCondition(source, 'r', String(args.search), (value) => `$${values.push(value)}`));
  return { conditions, values };
}

/** An id that cannot be one is nobody's. */
function idOrNobody(id: unknown): string {
  return isUuid(String(id)) ? String(id) : nobody;
}
