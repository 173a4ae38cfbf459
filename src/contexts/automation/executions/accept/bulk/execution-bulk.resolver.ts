import { Arg, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../../../platform/graphql/refuses.js';
import { cancelExecutions } from './cancel-executions.js';
import { ExecutionBulkInput, ExecutionBulkResult } from './execution-bulk.object.js';
import { retryExecutions } from './retry-executions.js';

@Resolver()
export class ExecutionBulkMutations {
  @Mutation(() => ExecutionBulkResult, {
    description: 'Retry up to 100 ended executions that were not retried before, oldest first.',
  })
  @Allow('flows:execute')
  @Refuses('STATE_UNSUITABLE', 'NOT_ALLOWED_WITH')
  retryExecutions(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ExecutionBulkInput) input: ExecutionBulkInput,
  ): Promise<ExecutionBulkResult> {
    return retryExecutions(scope, input);
  }

  @Mutation(() => ExecutionBulkResult, { description: 'Cancel up to 100 running executions, oldest first.' })
  @Allow('flows:execute')
  @Refuses('STATE_UNSUITABLE', 'NOT_ALLOWED_WITH')
  cancelExecutions(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ExecutionBulkInput) input: ExecutionBulkInput,
  ): Promise<ExecutionBulkResult> {
    return cancelExecutions(scope, input);
  }
}
