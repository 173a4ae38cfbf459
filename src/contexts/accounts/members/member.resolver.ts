import { Arg, Args, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { notFound } from '../../../platform/errors/errors.js';
import { Allow } from '../../../platform/graphql/allow.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { Workspace } from '../entities/workspace.entity.js';
import { updateMember } from './change-member-role.js';
import { inviteMember } from './invitations/invite-member.js';
import { resendInvitation } from './invitations/resend-invitation.js';
import { revokeInvitation } from './invitations/revoke-invitation.js';
import { leaveWorkspace } from './leave-workspace.js';
import { listMembers } from './list-members.js';
import { ChangeMemberRoleInput, InviteMemberInput, MemberListArgs } from './member.input.js';
import { memberByUser } from './member.loaders.js';
import { InvitedMember, Member, MemberPage } from './member.object.js';
import { Removed } from './paused.object.js';
import { removeMember } from './remove-member.js';

@Resolver(() => Workspace)
export class MemberResolver {
  @FieldResolver(() => MemberPage, { description: 'Members of the workspace and pending invitations.' })
  @Allow({ session: true })
  members(@Args() args: MemberListArgs, @CurrentScope() scope: Scope): Promise<PageOf<Member>> {
    return listMembers(scope, args);
  }

  @FieldResolver(() => Member, { description: 'A member of the workspace who has joined.' })
  @Allow({ session: true })
  member(@Arg('userId', () => ID) userId: string, @CurrentScope() scope: Scope): Promise<Member> {
    return findMember(scope, userId);
  }

  @Mutation(() => InvitedMember, { description: 'Invite a member, with a role and capabilities of at most your own.' })
  @Allow({ session: true, capability: 'members:manage' })
  @Refuses('NOT_GRANTABLE')
  inviteMember(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input') input: InviteMemberInput,
    @CurrentScope() scope: Scope,
  ): Promise<InvitedMember> {
    return inviteMember(scope, input);
  }

  @Mutation(() => InvitedMember, {
    description:
      'Resend an invitation with a new token, valid for seven days; the token before is refused from then on.',
  })
  @Allow({ session: true, capability: 'members:manage' })
  resendInvitation(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('invitationId', () => ID) invitationId: string,
    @CurrentScope() scope: Scope,
  ): Promise<InvitedMember> {
    return resendInvitation(scope, invitationId);
  }

  @Mutation(() => Deleted, { description: 'Revoke an invitation; its token is refused from then on.' })
  @Allow({ session: true, capability: 'members:manage' })
  revokeInvitation(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('invitationId', () => ID) invitationId: string,
    @CurrentScope() scope: Scope,
  ): Promise<Deleted> {
    return revokeInvitation(scope, invitationId);
  }

  @Mutation(() => Member, {
    description: 'Update the role and the capabilities of a member. The last OWNER cannot be demoted.',
  })
  @Allow({ session: true, capability: 'members:manage' })
  @Refuses('NOT_GRANTABLE')
  updateMember(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('userId', () => ID) userId: string,
    @Arg('input') input: ChangeMemberRoleInput,
    @CurrentScope() scope: Scope,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Member> {
    return updateMember(scope, userId, input, ifUnmodifiedSince);
  }

  @Mutation(() => Removed, {
    description:
      'Remove a member and revoke their API keys. What runs as them is paused. The last OWNER cannot be removed.',
  })
  @Allow({ session: true, capability: 'members:manage' })
  removeMember(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('userId', () => ID) userId: string,
    @CurrentScope() scope: Scope,
  ): Promise<Removed> {
    return removeMember(scope, userId);
  }

  @Mutation(() => Removed, {
    description:
      'Leave a workspace; your API keys are revoked, and what runs as you is paused. The last OWNER cannot leave.',
  })
  @Allow({ session: true })
  leaveWorkspace(@Arg('workspaceId', () => ID) _workspaceId: string, @CurrentScope() scope: Scope): Promise<Removed> {
    return leaveWorkspace(scope);
  }
}

/** Finds a member who has joined. @throws AppError NOT_FOUND */
async function findMember(scope: Scope, userId: string): Promise<Member> {
  const member = await scope.loader(memberByUser).load(requireId(userId, 'member'));
  if (!member) throw notFound('member');
  return member;
}
