import type { Sql } from '../database/database.js';
import { statement } from '../database/statement.js';
import { notFound, validationFailed } from '../errors/errors.js';
import { requireUnmodified, timeOfChange } from '../graphql/if-unmodified-since.js';
import { sentOf } from './create-record.js';
import { encryptTexts, prepareKeys, storedFields } from './encrypted-fields.js';
import { type Fields, type InputOf, quoted, type RowOf } from './field.js';
import { flowsNamedBy, requireStartableFlows } from './named-flows.js';
import { lazyCountry, readPhones } from './read-phones.js';
import { lowerFirst, type RecordDefinition, type RecordScope } from './record-definition.js';
import { keyOf, readRow, selectList, stored } from './record-rows.js';
import { publishWritten } from './record-search.js';
import { wordsOf } from './record-words.js';
import { referenceViolations } from './reference-violations.js';
import { refuseBrokenConstraint } from './refuse-broken-constraint.js';

export interface UpdateOptions {
  /** The record that it belongs to. */
  parentId?: string | undefined;
  /** The change fails if the record was changed later. */
  ifUnmodifiedSince?: Date | null | undefined;
}

/**
 * Updates the fields that were sent. If no value differs, nothing is written and no event is published.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED, CONFLICT
 */
export async function updateRecord<F extends Fields>(
  scope: RecordScope,
  record: RecordDefinition<F>,
  id: string,
  input: InputOf<F> | ((before: RowOf<F>) => InputOf<F>),
  options?: UpdateOptions,
): Promise<RowOf<F>> {
  await prepareKeys(scope, record);
  return scope
    .transaction((sql) => updateRecordIn(sql, scope, record, id, input, options))
    .catch(refuseBrokenConstraint(record));
}

/** The same inside the caller's transaction. Constraint violations are thrown as the database reports them. */
export async function updateRecordIn<F extends Fields>(
  sql: Sql,
  scope: RecordScope,
  record: RecordDefinition<F>,
  id: string,
  input: InputOf<F> | ((before: RowOf<F>) => InputOf<F>),
  { parentId, ifUnmodifiedSince }: UpdateOptions = {},
): Promise<RowOf<F>> {
  const { workspaceId } = scope;
  await record.answer?.lock(sql, scope);
  await record.lock?.(sql, workspaceId);
  const before = await readRow<RowOf<F>>(sql, record, { workspaceId, id, parentId, lock: true });
  if (!before) throw notFound(wordsOf(record));
  requireUnmodified(wordsOf(record), before.updatedAt, ifUnmodifiedSince);
  const at = scope.services.now();
  const updatedAt = timeOfChange(at, before.updatedAt);
  const changes = sentOf(typeof input === 'function' ? input(before) : input);
  const violations = await readPhones(lazyCountry({ sql, workspaceId }), record, changes);
  const derived = { ...changes, ...record.derive?.({ ...before, ...changes } as RowOf<F>, before, at) };
  const answered = record.answer?.values(scope, { ...before, ...derived } as RowOf<F>, before, changes);
  const sent = { ...derived, ...answered };
  const row = { ...before, ...sent, updatedAt } as RowOf<F>;
  await requireStartableFlows(sql, scope, flowsNamedBy(record, sent, before));
  violations.push(...(await referenceViolations(sql, record, workspaceId, sent)));
  violations.push(...((await record.check?.(sql, scope, row, before)) ?? []));
  if (violations.length > 0) throw validationFailed(violations);
  const after = await writeChanges(sql, record, before, await encryptTexts(scope, record, row, sent), updatedAt);
  if (!after) return before;
  await publishWritten(sql, scope, record, [id], Object.keys(sent));
  scope.changes?.add({ ids: [id], before, after });
  await record.written?.(sql, scope, { before, after, at });
  return after;
}

/** Null if no value differs. Postgres compares, in the types of the columns. */
async function writeChanges<F extends Fields>(
  sql: Sql,
  record: RecordDefinition<F>,
  before: RowOf<F>,
  sent: Record<string, unknown>,
  at: Date,
): Promise<RowOf<F> | null> {
  if (Object.keys(sent).length === 0) return null;
  const { where, values } = keyOf(record, before.workspaceId, before.id);
  const set = storedFields(record)
    .filter(([name]) => name in sent)
    .map(([name, field]) => ({
      column: quoted(name),
      value: `$${values.push(stored(field, sent[name]))}::${field.sqlType}`,
    }));
  const changes = set.map(({ column, value }) => `${column} = ${value}`);
  const differs = set.map(({ column, value }) => `r.${column} is distinct from ${value}`);
  const text = `/* update_${lowerFirst(record.name)} */ update ${record.table} r
    set ${changes.join(', ')}, updated_at = $${values.push(at)} where ${where} and (${differs.join(' or ')})
    returning ${selectList(record)}`;
  const { rows } = await sql.query(statement(text, values));
  return (rows[0] as RowOf<F> | undefined) ?? null;
}
