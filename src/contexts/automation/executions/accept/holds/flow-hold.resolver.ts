import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../../../platform/graphql/page.js';
import { requestedFields } from '../../../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../../../accounts/workspaces/index.js';
import { discardFlowHold, releaseFlowHold } from './end-flow-hold.js';
import { FlowHold, FlowHoldListArgs, FlowHoldPage, ReleaseFlowHoldInput } from './flow-hold.object.js';
import { listFlowHolds } from './list-flow-holds.js';

@Resolver(() => Workspace)
export class FlowHoldsResolver {
  @FieldResolver(() => FlowHoldPage, { description: 'The holds of flows, the newest first by default.' })
  @Allow('flows:read')
  flowHolds(
    @CurrentScope() scope: Scope,
    @Args(() => FlowHoldListArgs) args: FlowHoldListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<FlowHold>> {
    return listFlowHolds(scope, args, requestedFields(info));
  }
}

@Resolver()
export class FlowHoldMutations {
  @Mutation(() => FlowHold, {
    description:
      'Let the executions go on that wait at a hold, in the order in which they arrived. Returns at once; it happens in the background',
  })
  @Allow('flows:execute')
  releaseFlowHold(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('holdId', () => ID) holdId: string,
    @Arg('input', () => ReleaseFlowHoldInput, { nullable: true }) input: ReleaseFlowHoldInput | null,
  ): Promise<FlowHold> {
    return releaseFlowHold(scope, holdId, input ?? {});
  }

  @Mutation(() => FlowHold, {
    description: 'Cancel the executions that wait at a hold. Returns at once; it happens in the background',
  })
  @Allow('flows:execute')
  discardFlowHold(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('holdId', () => ID) holdId: string,
  ): Promise<FlowHold> {
    return discardFlowHold(scope, holdId);
  }
}
