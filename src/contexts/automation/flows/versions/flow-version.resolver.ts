import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { ListArgs, type PageOf } from '../../../../platform/graphql/page.js';
import { requestedFields } from '../../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { Flow } from '../flow.entity.js';
import { RestoreFlowVersionInput } from '../flow.input.js';
import { diffFlowVersions } from './diff-flow-versions.js';
import { findFlowVersion } from './find-flow-version.js';
import { FlowVersion, FlowVersionPage } from './flow-version.entity.js';
import { FlowVersionDiff } from './flow-version-diff.object.js';
import { listFlowVersions } from './list-flow-versions.js';
import { restoreFlowVersion } from './restore-flow-version.js';

@Resolver(() => Workspace)
export class WorkspaceFlowVersionsResolver {
  @FieldResolver(() => FlowVersion)
  @Allow('flows:read')
  flowVersion(
    @CurrentScope() scope: Scope,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int) version: number,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowVersion> {
    return findFlowVersion(scope, flowId, version, requestedFields(info));
  }

  @FieldResolver(() => FlowVersionDiff, { description: 'What changed from the version `against` to this one' })
  @Allow('flows:read')
  flowVersionDiff(
    @CurrentScope() scope: Scope,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int) version: number,
    @Arg('against', () => Int, { nullable: true, description: 'The version before it when left out; 0: an empty flow' })
    against: number | null,
  ): Promise<FlowVersionDiff> {
    return diffFlowVersions(scope, flowId, version, against ?? undefined);
  }
}

@Resolver(() => Flow)
export class FlowVersionsResolver {
  @FieldResolver(() => FlowVersionPage, { description: 'Every state it was stored in, newest first' })
  versions(
    @Root() flow: Pick<Flow, 'id'>,
    @CurrentScope() scope: Scope,
    @Args(() => ListArgs) args: ListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<FlowVersion>> {
    return listFlowVersions(scope, flow.id, args, requestedFields(info));
  }
}

@Resolver()
export class FlowVersionMutations {
  @Mutation(() => Flow, { description: 'Gives a flow what one of its versions held, as a new version' })
  @Allow('flows:write')
  restoreFlowVersion(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int) version: number,
    @Arg('input', () => RestoreFlowVersionInput, { nullable: true }) input: RestoreFlowVersionInput | null,
  ): Promise<Flow> {
    return restoreFlowVersion(scope, flowId, version, input?.expectedVersion);
  }
}
