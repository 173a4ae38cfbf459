import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import type { invitations, members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import type { Member } from './member.object.js';

/** What the API returns of an invitation. */
export async function showInvitation(em: EntityManager, invitation: InferEntity<typeof invitations>): Promise<Member> {
  const { id, email, role, capabilities, deniedCapabilities, expiresAt, createdAt, updatedAt } = invitation;
  const user = await em.findOne(users, { email }, { fields: ['id'] });
  return {
    id: `invitation:${id}`,
    workspaceId: invitation.workspaceId,
    userId: user?.id ?? null,
    invitationId: id,
    email,
    name: null,
    role,
    capabilities,
    deniedCapabilities,
    status: 'invited',
    expiresAt,
    createdAt,
    updatedAt,
  };
}

/** What the API returns of a member. */
export async function showMember(em: EntityManager, member: InferEntity<typeof members>): Promise<Member> {
  const { workspaceId, userId, role, capabilities, deniedCapabilities, createdAt, updatedAt } = member;
  const { email, name } = await em.findOneOrFail(users, { id: userId }, { fields: ['email', 'name'] });
  return {
    id: `member:${userId}:${workspaceId}`,
    workspaceId,
    userId,
    invitationId: null,
    email,
    name,
    role,
    capabilities,
    deniedCapabilities,
    status: 'active',
    expiresAt: null,
    createdAt,
    updatedAt,
  };
}
