import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Mutation, Resolver } from 'type-graphql';
import { BatchInput, BatchResult } from '../../../platform/batch/batch.object.js';
import { RefusesBatch } from '../../../platform/batch/batch-rules.js';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { contacts, opportunities } from '../definitions/index.js';
import { batchRecords } from './batch-records.js';

const unaudited = 'Each of its operations is recorded, like the mutation for one record.';

@Resolver()
export class RecordBatchMutations {
  @Mutation(() => BatchResult, { description: 'Create, update and delete up to 100 contacts.' })
  @Allow({ capability: 'contacts:write', unaudited })
  @RefusesBatch('createContact', 'updateContact')
  batchContacts(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => BatchInput) input: BatchInput,
  ): Promise<BatchResult> {
    return batchRecords(context, scope, schema, contacts, input);
  }

  @Mutation(() => BatchResult, { description: 'Create, update and delete up to 100 opportunities.' })
  @Allow({ capability: 'pipelines:write', unaudited })
  @RefusesBatch('createOpportunity', 'updateOpportunity')
  batchOpportunities(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => BatchInput) input: BatchInput,
  ): Promise<BatchResult> {
    return batchRecords(context, scope, schema, opportunities, input);
  }
}
