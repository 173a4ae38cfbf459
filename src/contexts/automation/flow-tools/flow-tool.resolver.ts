import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { ExecutionAnswer } from '../executions/index.js';
import { callFlowTool } from './call-flow-tool.js';
import { CallFlowToolInput, FlowToolListArgs } from './flow-tool.input.js';
import { FlowTool, FlowToolPage } from './flow-tool.object.js';
import { listFlowTools } from './list-flow-tools.js';

@Resolver(() => Workspace)
export class WorkspaceFlowToolsResolver {
  @FieldResolver(() => FlowToolPage, {
    description: 'The active flows that assistants can call as tools, newest first by default.',
  })
  @Allow('flows:read')
  flowTools(
    @CurrentScope() scope: Scope,
    @Args(() => FlowToolListArgs) args: FlowToolListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<FlowTool>> {
    return listFlowTools(scope, args, requestedFields(info));
  }
}

@Resolver()
export class FlowToolMutations {
  @Mutation(() => ExecutionAnswer, { description: 'Call a flow as a tool and wait up to 25 seconds for its result.' })
  @Allow('flows:execute')
  @Refuses('PARAMETERS_INVALID', 'REFERENCE_UNKNOWN')
  callFlowTool(
    @CurrentScope() scope: Scope,
    @Ctx() context: GraphContext,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => CallFlowToolInput, { nullable: true }) input: CallFlowToolInput | null,
  ): Promise<ExecutionAnswer> {
    return callFlowTool(scope, flowId, input ?? {}, context.signal);
  }
}
