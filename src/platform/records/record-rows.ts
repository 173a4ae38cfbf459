import type { Sql } from '../database/database.js';
import { type AnswerReader, jsonbColumn, type LargeColumn, readLarge, textColumn } from '../database/read-large.js';
import { statement } from '../database/statement.js';
import { isUuid } from '../graphql/context.js';
import { shownFields } from './encrypted-fields.js';
import type { Fields, RecordField } from './field.js';
import { type AnyRecord, lowerFirst, recordColumn } from './record-definition.js';
import { columnsOf } from './relation.js';

const own = ['id', 'workspaceId', 'createdAt', 'updatedAt'];

/** The select list of a record's table `r`, all of it or what is asked for. */
export function selectList(record: AnyRecord, asked?: { has(name: string): boolean }): string {
  return [...own, ...selectedFields(record, asked)].map((name) => `${recordColumn(name)} as "${name}"`).join(', ');
}

/** Of what `selectList` selects, what can be large. */
export function largeOf(record: AnyRecord, asked?: { has(name: string): boolean }): LargeColumn[] {
  const fields = record.fields as Fields;
  return selectedFields(record, asked)
    .filter((name) => fields[name]?.large)
    .map((name) => (fields[name]?.sqlType === 'jsonb' ? jsonbColumn(name) : textColumn(name)));
}

function selectedFields(record: AnyRecord, asked?: { has(name: string): boolean }): string[] {
  const ways = Object.entries(record.relations ?? {}).filter(([name]) => asked?.has(name));
  const resolved = Object.entries(record.resolved ?? {}).filter(([name]) => asked?.has(name));
  const needed = new Set([
    ...ways.flatMap(([, relation]) => columnsOf(relation)),
    ...resolved.flatMap(([, { from }]) => from),
  ]);
  const names = shownFields(record).map(([name]) => name);
  return names.filter((name) => !asked || asked.has(name) || needed.has(name));
}

/** The condition on a record's row, its values, and what it must stand in. */
export function keyOf(record: AnyRecord, workspaceId: string, id: string, parentId?: string) {
  const values: unknown[] = [workspaceId, id];
  const parent = record.parent && parentId !== undefined ? record.parent.field : null;
  const inParent = parent ? ` and ${recordColumn(parent)} = $${values.push(parentId)}` : '';
  return { where: `r.workspace_id = $1 and r.id = $2${inParent}`, values };
}

/** Which record is read. */
export interface RecordKey {
  workspaceId: string;
  id: string;
  parentId?: string | undefined;
  /** Nobody else may write it until the transaction ends. */
  lock?: boolean;
}

/** A record by id; null where there is none. */
export async function readRow<Row>(
  sql: Sql,
  record: AnyRecord,
  key: RecordKey,
  asked?: { has(name: string): boolean },
): Promise<Row | null> {
  const query = rowQuery(record, key, asked);
  if (!query) return null;
  const { rows } = await sql.query(statement(`/* ${query.label} */ ${query.select}`, query.values));
  return (rows[0] as Row | undefined) ?? null;
}

/** The same, charged to the answer of who reads. */
export async function readRowOfAnswer<Row>(
  reader: AnswerReader,
  record: AnyRecord,
  key: RecordKey,
  asked?: { has(name: string): boolean },
): Promise<Row | null> {
  const query = rowQuery(record, key, asked);
  if (!query) return null;
  const [row] = await readLarge<Row>(reader, {
    ...query,
    large: largeOf(record, asked),
    field: lowerFirst(record.name),
  });
  return row ?? null;
}

/** Null where an id cannot be one. */
function rowQuery(
  record: AnyRecord,
  { workspaceId, id, parentId, lock }: RecordKey,
  asked: { has(name: string): boolean } | undefined,
) {
  if (!isUuid(id) || (parentId !== undefined && !isUuid(parentId))) return null;
  const { where, values } = keyOf(record, workspaceId, id, parentId);
  const select = `select ${selectList(record, asked)} from ${record.table} r
    where ${where}${lock ? ' for update' : ''}`;
  return { label: `find_${lowerFirst(record.name)}`, select, values };
}

/** A field's value as Postgres is handed it. */
export function stored({ store }: RecordField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return store ? store(value as never) : value;
}
