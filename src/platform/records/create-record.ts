import type { Sql } from '../database/database.js';
import { statement } from '../database/statement.js';
import { notFound, validationFailed } from '../errors/errors.js';
import { newId } from '../new-id.js';
import { encryptTexts, prepareKeys, storedFields } from './encrypted-fields.js';
import { type Fields, type InputOf, quoted, type RecordBase, type RowOf } from './field.js';
import { flowsNamedBy, requireStartableFlows } from './named-flows.js';
import { lazyCountry, readPhones } from './read-phones.js';
import { lowerFirst, type RecordDefinition, type RecordScope } from './record-definition.js';
import { readRow, selectList, stored } from './record-rows.js';
import { publishWritten } from './record-search.js';
import { wordsOf } from './record-words.js';
import { referenceViolations } from './reference-violations.js';
import { refuseBrokenConstraint } from './refuse-broken-constraint.js';

/**
 * Creates a record, and everything its definition writes with it, in one transaction.
 * @param input the fields that a client sent, already validated by the input type
 * @param set fields that the server sets
 * @throws AppError VALIDATION_FAILED, CONFLICT, NOT_FOUND for an unknown parent
 */
export async function createRecord<F extends Fields>(
  scope: RecordScope,
  record: RecordDefinition<F>,
  input: InputOf<F>,
  set: InputOf<F> & { id?: string } = {},
): Promise<RowOf<F>> {
  await prepareKeys(scope, record);
  return scope
    .transaction((sql) => createRecordIn(sql, scope, record, input, set))
    .catch(refuseBrokenConstraint(record));
}

/** The same inside the caller's transaction. Constraint violations are thrown as the database reports them. */
export async function createRecordIn<F extends Fields>(
  sql: Sql,
  scope: RecordScope,
  record: RecordDefinition<F>,
  input: InputOf<F>,
  set: InputOf<F> & { id?: string } = {},
): Promise<RowOf<F>> {
  const at = scope.services.now();
  const values = { ...initialValues(record.fields), ...valuesOf(input), ...sentOf(set) };
  const { workspaceId } = scope;
  await record.answer?.lock(sql, scope);
  await lockParent(sql, scope, record, values);
  const violations = await readPhones(lazyCountry({ sql, workspaceId }), record, values);
  const sent = { id: newId(), ...values, workspaceId, createdAt: at, updatedAt: at } as unknown as RowOf<F>;
  const derived = { ...sent, ...record.derive?.(sent, null, at) };
  const row = { ...derived, ...record.answer?.values(scope, derived, null, input) };
  await requireStartableFlows(sql, scope, flowsNamedBy(record, values, null));
  violations.push(...(await referenceViolations(sql, record, workspaceId, values)));
  violations.push(...((await record.check?.(sql, scope, row, null)) ?? []));
  if (violations.length > 0) throw validationFailed(violations);
  const after = await insertRow(sql, record, await encryptTexts(scope, record, row, row));
  await publishWritten(sql, scope, record, [after.id]);
  scope.changes?.add({ ids: [after.id], before: null, after });
  await record.written?.(sql, scope, { before: null, after, at });
  return after;
}

/** What the fields of a record have that were not sent: their initial value, or null. */
export function initialValues(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial ?? null]));
}

/** The fields of a new record that were sent; null is the same as left out. */
function valuesOf(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
}

/** The fields that were sent, which may be null. */
export function sentOf(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Locks the parent, so that it cannot be deleted before its child is written. */
async function lockParent<F extends Fields>(
  sql: Sql,
  { workspaceId }: RecordScope,
  { parent }: RecordDefinition<F>,
  values: Record<string, unknown>,
): Promise<void> {
  if (!parent) return;
  const id = String(values[parent.field] ?? '');
  if (!(await readRow(sql, parent.record, { workspaceId, id, lock: true }, { has: () => false }))) {
    throw notFound(wordsOf(parent.record));
  }
}

async function insertRow<F extends Fields>(
  sql: Sql,
  record: RecordDefinition<F>,
  row: RecordBase & Record<string, unknown>,
): Promise<RowOf<F>> {
  const fields = storedFields(record);
  const names = fields.map(([name]) => name);
  const placeholders = fields.map(([, { sqlType }], index) => `$${index + 5}::${sqlType}`);
  const columns = ['workspace_id', 'id', 'created_at', 'updated_at', ...names.map(quoted)];
  const text = `/* create_${lowerFirst(record.name)} */ insert into ${record.table} as r (${columns.join(', ')})
    values ($1, $2, $3, $4, ${placeholders.join(', ')}) returning ${selectList(record)}`;
  const values = fields.map(([name, field]) => stored(field, row[name]));
  const own = [row.workspaceId, row.id, row.createdAt, row.updatedAt];
  const { rows } = await sql.query(statement(text, [...own, ...values]));
  return rows[0] as RowOf<F>;
}
