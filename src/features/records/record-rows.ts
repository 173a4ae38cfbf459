import type { Sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { isUuid } from '../../platform/graphql/context.js';
import type { RecordField } from './field.js';
import { type AnyRecord, lowerFirst, recordColumn } from './record-definition.js';
import { columnsOf } from './relation.js';

const own = ['id', 'workspaceId', 'createdAt', 'updatedAt'];

/** The select list of a record's table `r`, all of it or what is asked for. */
export function selectList(record: AnyRecord, asked?: { has(name: string): boolean }): string {
  const ways = Object.entries(record.relations ?? {}).filter(([name]) => asked?.has(name));
  const needed = new Set(ways.flatMap(([, relation]) => columnsOf(relation)));
  const fields = Object.keys(record.fields).filter((name) => !asked || asked.has(name) || needed.has(name));
  return [...own, ...fields].map((name) => `${recordColumn(name)} as "${name}"`).join(', ');
}

/** The condition on a record's row, its values, and what it must stand in. */
export function keyOf(record: AnyRecord, workspaceId: string, id: string, parentId?: string) {
  const values: unknown[] = [workspaceId, id];
  const parent = record.parent && parentId !== undefined ? record.parent.field : null;
  const inParent = parent ? ` and ${recordColumn(parent)} = $${values.push(parentId)}` : '';
  return { where: `r.workspace_id = $1 and r.id = $2${inParent}`, values };
}

/** A record by id; null where there is none. */
export async function readRow<Row>(
  sql: Sql,
  record: AnyRecord,
  {
    workspaceId,
    id,
    parentId,
    lock,
  }: { workspaceId: string; id: string; parentId?: string | undefined; lock?: boolean },
  asked?: { has(name: string): boolean },
): Promise<Row | null> {
  if (!isUuid(id) || (parentId !== undefined && !isUuid(parentId))) return null;
  const { where, values } = keyOf(record, workspaceId, id, parentId);
  const text = `/* find_${lowerFirst(record.name)} */ select ${selectList(record, asked)} from ${record.table} r
    where ${where}${lock ? ' for update' : ''}`;
  const { rows } = await sql.query(statement(text, values));
  return (rows[0] as Row | undefined) ?? null;
}

/** A field's value as Postgres is handed it. */
export function stored({ store }: RecordField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return store ? store(value as never) : value;
}
