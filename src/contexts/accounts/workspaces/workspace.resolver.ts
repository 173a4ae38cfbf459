import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { Workspace, WorkspacePage, type WorkspaceView } from '../entities/workspace.entity.js';
import { createWorkspace } from './create-workspace.js';
import { creationByMembers } from './creation-by-members.js';
import { deleteWorkspace } from './delete-workspace.js';
import { listWorkspaces } from './list-workspaces.js';
import { updateWorkspace } from './update-workspace.js';
import { viewWorkspace } from './view-workspace.js';
import { CreateWorkspaceInput, UpdateWorkspaceInput, WorkspaceListArgs } from './workspace.input.js';

@Resolver(() => Workspace)
export class WorkspaceResolver {
  @Query(() => Workspace, { description: 'Get a workspace.' })
  @Allow({ workspaceArg: 'id' })
  workspace(@Arg('id', () => ID) id: string, @Ctx() context: GraphContext): WorkspaceView {
    return viewWorkspace(context.scope(id));
  }

  @Query(() => WorkspacePage, {
    description: 'List workspaces that the caller is a member of; for an API key, only its own.',
  })
  @Allow({ authenticated: true })
  workspaces(@Args() args: WorkspaceListArgs, @Ctx() context: GraphContext): Promise<PageOf<WorkspaceView>> {
    return listWorkspaces(context.services, context.principal(), args, (cost) => context.reportFilterCost(cost));
  }

  @Mutation(() => Workspace, {
    description:
      'Create a workspace, with the caller as its OWNER. If `WORKSPACE_CREATION` is `operator`, only the operator of the server can create workspaces.',
  })
  @Allow({ authenticated: true, session: true, offeredBy: creationByMembers })
  createWorkspace(@Arg('input') input: CreateWorkspaceInput, @Ctx() context: GraphContext): Promise<WorkspaceView> {
    return createWorkspace(context.services, context.principal(), input);
  }

  @Mutation(() => Workspace, {
    description: 'Update the name, the time zone, the country, the error flow or the budgets of a workspace.',
  })
  @Allow({ roles: ['OWNER', 'ADMIN'], keyCapability: 'members:manage' })
  @Refuses('REFERENCE_UNKNOWN')
  updateWorkspace(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input') input: UpdateWorkspaceInput,
    @CurrentScope() scope: Scope,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<WorkspaceView> {
    return updateWorkspace(scope, input, ifUnmodifiedSince);
  }

  @Mutation(() => Deleted, { description: 'Delete a workspace and everything in it; cannot be undone.' })
  @Allow({ session: true, roles: ['OWNER'] })
  deleteWorkspace(@Arg('workspaceId', () => ID) _workspaceId: string, @CurrentScope() scope: Scope): Promise<Deleted> {
    return deleteWorkspace(scope);
  }
}
