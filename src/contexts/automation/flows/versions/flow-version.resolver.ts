import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../../platform/graphql/page.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { contentRules } from '../content/content-rules.js';
import { Flow } from '../flow.entity.js';
import { RestoreFlowVersionInput } from '../flow.input.js';
import { FlowVersion, FlowVersionPage } from '../flow-version.entity.js';
import { diffFlowVersions } from './diff-flow-versions.js';
import { findFlowVersion } from './find-flow-version.js';
import { FlowVersionListArgs } from './flow-version.input.js';
import { FlowVersionDiff } from './flow-version-diff.object.js';
import { listFlowVersions } from './list-flow-versions.js';
import { restoreFlowVersion } from './restore-flow-version.js';

@Resolver(() => Workspace)
export class WorkspaceFlowVersionsResolver {
  @FieldResolver(() => FlowVersion, { description: 'A version of a flow.' })
  @Allow('flows:read')
  flowVersion(
    @CurrentScope() scope: Scope,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int) version: number,
    @Info() info: GraphQLResolveInfo,
  ): Promise<FlowVersion> {
    return findFlowVersion(scope, flowId, version, requestedFields(info));
  }

  @FieldResolver(() => FlowVersionDiff, {
    description: 'The differences from the version `against` to the version `version`.',
  })
  @Allow('flows:read')
  flowVersionDiff(
    @CurrentScope() scope: Scope,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int) version: number,
    @Arg('against', () => Int, {
      nullable: true,
      description: 'The version to compare with; 0 is an empty flow. Defaults to the version before `version`.',
    })
    against: number | null,
  ): Promise<FlowVersionDiff> {
    return diffFlowVersions(scope, flowId, version, against ?? undefined);
  }
}

@Resolver(() => Flow)
export class FlowVersionsResolver {
  @FieldResolver(() => FlowVersionPage, { description: 'The versions of the flow, newest first by default.' })
  versions(
    @Root() flow: Pick<Flow, 'id'>,
    @CurrentScope() scope: Scope,
    @Args(() => FlowVersionListArgs) args: FlowVersionListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<FlowVersion>> {
    return listFlowVersions(scope, flow.id, args, requestedFields(info));
  }
}

@Resolver()
export class FlowVersionMutations {
  @Mutation(() => Flow, { description: 'Restore a version of a flow: its content becomes a new version.' })
  @Allow('flows:write')
  @Refuses(...contentRules)
  restoreFlowVersion(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('version', () => Int, { description: 'The number of the version to restore.' }) version: number,
    @Arg('input', () => RestoreFlowVersionInput, { nullable: true }) input: RestoreFlowVersionInput | null,
  ): Promise<Flow> {
    return restoreFlowVersion(scope, flowId, version, input?.expectedVersion);
  }
}
