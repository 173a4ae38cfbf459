import type { EntityManager } from '@mikro-orm/postgresql';
import type { GraphQLSchema } from 'graphql';
import type { BatchInput, BatchResult } from '../../../../platform/batch/batch.object.js';
import { type BatchedWrite, changedTags, runBatch } from '../../../../platform/batch/run-batch.js';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import type { RowChange } from '../../../../platform/database/row-changes.js';
import { type GraphContext, requireId, type Scope } from '../../../../platform/graphql/context.js';
import { recordAudit } from '../../../accounts/audit/index.js';
import { lockPrincipal } from '../../../accounts/members/index.js';
import { applyInput } from '../apply-input.js';
import { type ComputeState, changeFlow, changeFlowIn } from '../change-flow.js';
import type { UpdateFlowInput } from '../flow.input.js';

/** Changes the tags of up to 100 flows, each like the mutation for one flow. */
export async function batchFlows(
  context: GraphContext,
  scope: Scope,
  schema: GraphQLSchema,
  input: BatchInput,
): Promise<BatchResult> {
  const written: [BatchedWrite, RowChange[]][] = [];
  await scope.services.vault.prepare(scope.workspaceId);
  const result = await runBatch(
    { context, schema, input },
    {
      inputs: { update: 'UpdateFlowInput' },
      fields: ['tags'],
      write: (operation) =>
        auditOne(context, scope, operation, async () => {
          await changeFlow(scope, operation.id, undefined, tagging(operation));
        }),
      async writeIn(em: EntityManager, operation) {
        const id = requireId(operation.id, 'flow');
        await changeFlowIn(em, scope, id, undefined, tagging(operation));
        await em.flush();
        written.push([operation, scope.changes.take()]);
        return id;
      },
      together: (work) =>
        scope.unitOfWork(async (em) => {
          // A conflict repeats the transaction.
          written.length = 0;
          await lockPrincipal(transactionSql(em), scope);
          return work(em);
        }),
    },
  );
  for (const [operation, changes] of written) {
    await auditOne(context, scope, operation, async () => {
      for (const change of changes) scope.changes.add(change);
    });
  }
  return result;
}

function tagging({ data, tags }: BatchedWrite): ComputeState {
  return (current) => ({
    content: applyInput(
      current,
      tags ? { tags: changedTags(current.tags, tags) } : (data as Pick<UpdateFlowInput, 'tags'>),
    ),
  });
}

/** Records an operation like the mutation for one flow. */
function auditOne(
  context: GraphContext,
  { workspaceId }: Scope,
  { id, data, tags }: BatchedWrite,
  run: () => Promise<void>,
): Promise<string> {
  const input = tags ? { addTags: tags.add, removeTags: tags.remove } : data;
  const args = { workspaceId, flowId: id, input };
  return recordAudit({ name: 'updateFlow', rule: undefined }, args, context, async () => {
    await run();
    return id;
  });
}
