import type { GraphQLSchema } from 'graphql';
import type { BatchAction, BatchInput, BatchResult } from '../../../platform/batch/batch.object.js';
import { type BatchedWrite, changedTags, runBatch } from '../../../platform/batch/run-batch.js';
import type { RowChange } from '../../../platform/database/row-changes.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import {
  type AnyRecord,
  createRecord,
  createRecordIn,
  deleteRecord,
  deleteRecordIn,
  idNameOf,
  refuseBrokenConstraint,
  updateRecord,
  updateRecordIn,
} from '../../../platform/records/index.js';
import { recordAudit } from '../../accounts/audit/index.js';

/** Creates, updates and deletes up to 100 records of a kind, each like the mutation for one record. */
export async function batchRecords(
  context: GraphContext,
  scope: Scope,
  schema: GraphQLSchema,
  record: AnyRecord,
  input: BatchInput,
): Promise<BatchResult> {
  const written: [BatchedWrite, string, RowChange[]][] = [];
  const audit = (operation: BatchedWrite, run: () => Promise<string>) =>
    auditOne(context, scope, record, operation, run);
  const result = await runBatch(
    { context, schema, input },
    {
      inputs: { create: `Create${record.name}Input`, update: `Update${record.name}Input`, delete: null },
      write: (operation) => audit(operation, () => writeOne(scope, record, operation)),
      writeIn: async (sql: Sql, operation) => {
        const id = await writeIn(sql, scope, record, operation).catch(refuseBrokenConstraint(record));
        written.push([operation, id, scope.changes.take()]);
        return id;
      },
      together: (work) =>
        scope.transaction((sql) => {
          // A conflict repeats the transaction.
          written.length = 0;
          return work(sql);
        }),
    },
  );
  for (const [operation, id, changes] of written) {
    await audit(operation, async () => {
      for (const change of changes) scope.changes.add(change);
      return id;
    });
  }
  return result;
}

async function writeOne(scope: Scope, record: AnyRecord, operation: BatchedWrite): Promise<string> {
  const { action, id, data } = operation;
  const perform: Record<BatchAction, () => Promise<{ id: string }>> = {
    create: () => createRecord(scope, record, data),
    update: () => updateRecord(scope, record, id, changeOf(operation)),
    delete: () => deleteRecord(scope, record, id),
  };
  return (await perform[action]()).id;
}

/** What an update sets; tags depend on those that the locked record has. */
function changeOf({ data, tags }: BatchedWrite): Parameters<typeof updateRecord>[3] {
  if (!tags) return data;
  return (before: object) => ({ ...data, tags: changedTags((before as { tags: string[] }).tags, tags) });
}

async function writeIn(sql: Sql, scope: Scope, record: AnyRecord, operation: BatchedWrite): Promise<string> {
  const { action, id, data } = operation;
  const perform: Record<BatchAction, () => Promise<{ id: string }>> = {
    create: () => createRecordIn(sql, scope, record, data),
    update: () => updateRecordIn(sql, scope, record, id, changeOf(operation)),
    delete: () => deleteRecordIn(sql, scope, record, id),
  };
  return (await perform[action]()).id;
}

/** Records an operation like the mutation for one record. */
async function auditOne(
  context: GraphContext,
  { workspaceId }: Scope,
  record: AnyRecord,
  { action, id, data, tags }: BatchedWrite,
  run: () => Promise<string>,
): Promise<string> {
  const input = { ...data, ...(tags && { addTags: tags.add, removeTags: tags.remove }) };
  const args = { workspaceId, ...(id && { [idNameOf(record)]: id }), ...(action !== 'delete' && { input }) };
  const mutation = { name: `${action}${record.name}`, rule: undefined };
  return (await recordAudit(mutation, args, context, async () => ({ id: await run() }))).id;
}
