import type { Sql } from '../database/database.js';
import { statement } from '../database/statement.js';
import { notFound } from '../errors/errors.js';
import { isUuid } from '../graphql/context.js';
import type { Deleted } from '../graphql/deleted.js';
import { requireUnmodified } from '../graphql/if-unmodified-since.js';
import type { Fields, RowOf } from './field.js';
import { lowerFirst, type RecordDefinition, type RecordScope } from './record-definition.js';
import { keyOf, readRow, selectList } from './record-rows.js';
import { wordsOf } from './record-words.js';
import { refuseBrokenConstraint } from './refuse-broken-constraint.js';
import type { UpdateOptions } from './update-record.js';

/** Deletes a record and publishes its events in one transaction. @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT */
export function deleteRecord<F extends Fields>(
  scope: RecordScope,
  record: RecordDefinition<F>,
  id: string,
  { parentId, ifUnmodifiedSince }: UpdateOptions = {},
): Promise<Deleted> {
  return scope
    .transaction((sql) => deleteRecordIn(sql, scope, record, id, { parentId, ifUnmodifiedSince }))
    .catch(refuseBrokenConstraint(record));
}

/** The same inside the caller's transaction. Constraint violations are thrown as the database reports them. */
export async function deleteRecordIn<F extends Fields>(
  sql: Sql,
  scope: RecordScope,
  record: RecordDefinition<F>,
  id: string,
  { parentId, ifUnmodifiedSince }: UpdateOptions = {},
): Promise<Deleted> {
  const missing = () => notFound(wordsOf(record));
  if (!isUuid(id) || (parentId !== undefined && !isUuid(parentId))) throw missing();
  const { workspaceId } = scope;
  const at = scope.services.now();
  await record.lock?.(sql, workspaceId);
  if (record.deleting) {
    const row = await readRow<RowOf<F>>(sql, record, { workspaceId, id, parentId, lock: true });
    if (!row) throw missing();
    await record.deleting(sql, scope, row, at);
  }
  const before = await deleteRow(sql, record, workspaceId, id, parentId);
  if (!before) throw missing();
  // The deletion locked the row, and is undone with the transaction.
  requireUnmodified(wordsOf(record), before.updatedAt, ifUnmodifiedSince);
  scope.changes?.add({ ids: [id], before, after: null });
  await record.written?.(sql, scope, { before, after: null, at });
  return { id };
}

async function deleteRow<F extends Fields>(
  sql: Sql,
  record: RecordDefinition<F>,
  workspaceId: string,
  id: string,
  parentId: string | undefined,
): Promise<RowOf<F> | null> {
  const { where, values } = keyOf(record, workspaceId, id, parentId);
  const text = `/* delete_${lowerFirst(record.name)} */ delete from ${record.table} r where ${where}
    returning ${selectList(record)}`;
  const { rows } = await sql.query(statement(text, values));
  return (rows[0] as RowOf<F> | undefined) ?? null;
}
