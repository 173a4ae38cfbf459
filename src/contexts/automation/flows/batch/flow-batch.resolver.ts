import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Mutation, Resolver } from 'type-graphql';
import { BatchInput, BatchResult } from '../../../../platform/batch/batch.object.js';
import { RefusesBatch } from '../../../../platform/batch/batch-rules.js';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { batchFlows } from './batch-flows.js';

@Resolver()
export class FlowBatchMutations {
  @Mutation(() => BatchResult, {
    description: 'Update the tags of up to 100 flows. The only action is `update`, the only field of `data` is `tags`.',
  })
  @Allow({
    capability: 'flows:write',
    unaudited: 'Each of its operations is recorded, like the mutation for one flow.',
  })
  @RefusesBatch()
  batchFlows(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => BatchInput) input: BatchInput,
  ): Promise<BatchResult> {
    return batchFlows(context, scope, schema, input);
  }
}
