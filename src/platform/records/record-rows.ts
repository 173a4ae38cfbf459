import type { Sql } from '../database/database.js';
import { type AnswerReader, jsonbColumn, type LargeColumn, readLarge, textColumn } from '../database/read-large.js';
import { isUuid } from '../graphql/context.js';
import { shownFields } from './encrypted-fields.js';
import type { Fields, RecordField } from './field.js';
import { type AnyRecord, lowerFirst, recordColumn } from './record-definition.js';
import { columnsOf } from './relation.js';

const own = ['id', 'workspaceId', 'createdAt', 'updatedAt'];

/** The select list of the table `r` of a record: all fields, or the requested ones. */
export function selectList(record: AnyRecord, requested?: { has(name: string): boolean }): string {
  return [...own, ...selectedFields(record, requested)].map((name) => `${recordColumn(name)} as "${name}"`).join(', ');
}

/** The columns of `selectList` that can be large. */
export function largeOf(record: AnyRecord, requested?: { has(name: string): boolean }): LargeColumn[] {
  const fields = record.fields as Fields;
  return selectedFields(record, requested)
    .filter((name) => fields[name]?.large)
    .map((name) => (fields[name]?.sqlType === 'jsonb' ? jsonbColumn(name) : textColumn(name)));
}

function selectedFields(record: AnyRecord, requested?: { has(name: string): boolean }): string[] {
  const related = Object.entries(record.relations ?? {}).filter(([name]) => requested?.has(name));
  const resolved = Object.entries(record.resolved ?? {}).filter(([name]) => requested?.has(name));
  const needed = new Set([
    ...related.flatMap(([, relation]) => columnsOf(relation)),
    ...resolved.flatMap(([, { from }]) => from),
  ]);
  const names = shownFields(record).map(([name]) => name);
  return names.filter((name) => !requested || requested.has(name) || needed.has(name));
}

/** The condition on the row of a record, within its parent if given, and its values. */
export function keyOf(record: AnyRecord, workspaceId: string, id: string, parentId?: string) {
  const values: unknown[] = [workspaceId, id];
  const parent = record.parent && parentId !== undefined ? record.parent.field : null;
  const inParent = parent ? ` and ${recordColumn(parent)} = $${values.push(parentId)}` : '';
  return { where: `r.workspace_id = $1 and r.id = $2${inParent}`, values };
}

/** The key of a record. */
export interface RecordKey {
  workspaceId: string;
  id: string;
  parentId?: string | undefined;
  /** Locks the row until the transaction ends. */
  lock?: boolean;
}

/** Reads a record by ID; null if it does not exist. */
export async function readRow<Row>(
  sql: Sql,
  record: AnyRecord,
  key: RecordKey,
  requested?: { has(name: string): boolean },
): Promise<Row | null> {
  const query = rowQuery(record, key, requested);
  if (!query) return null;
  const [row] = await readLarge<Row>({ sql }, { ...query, large: [], field: '' });
  return row ?? null;
}

/** The same, counted towards the limit of the answer. */
export async function readRowOfAnswer<Row>(
  reader: AnswerReader,
  record: AnyRecord,
  key: RecordKey,
  requested?: { has(name: string): boolean },
): Promise<Row | null> {
  const query = rowQuery(record, key, requested);
  if (!query) return null;
  const [row] = await readLarge<Row>(reader, {
    ...query,
    large: largeOf(record, requested),
    field: lowerFirst(record.name),
  });
  return row ?? null;
}

/** Null for malformed IDs. */
function rowQuery(
  record: AnyRecord,
  { workspaceId, id, parentId, lock }: RecordKey,
  requested: { has(name: string): boolean } | undefined,
) {
  if (!isUuid(id) || (parentId !== undefined && !isUuid(parentId))) return null;
  const { where, values } = keyOf(record, workspaceId, id, parentId);
  const select = `select ${selectList(record, requested)} from ${record.table} r
    where ${where}${lock ? ' for update' : ''}`;
  return { label: `find_${lowerFirst(record.name)}`, select, values };
}

/** The value of a field as it is stored. */
export function stored({ store }: RecordField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return store ? store(value as never) : value;
}
