import { Args, FieldResolver, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { ErrorGroupArgs, ExecutionErrorGroup } from './error-group.object.js';
import { listErrorGroups } from './list-error-groups.js';

@Resolver(() => Workspace)
export class ErrorGroupResolver {
  @FieldResolver(() => [ExecutionErrorGroup], {
    description: 'The causes of the newest 10,000 failed executions, without simulations; that of the newest first.',
  })
  @Allow('flows:read')
  executionErrorGroups(
    @CurrentScope() scope: Scope,
    @Args(() => ErrorGroupArgs) args: ErrorGroupArgs,
  ): Promise<ExecutionErrorGroup[]> {
    return listErrorGroups(scope, args);
  }
}
