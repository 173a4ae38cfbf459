import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import type { invitations, members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import type { Member } from './member.object.js';

/** The columns that members and invitations share; the pools leave times as Postgres writes them. */
interface Row extends Pick<Member, 'workspaceId' | 'role' | 'capabilities' | 'deniedCapabilities'> {
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface InvitationRow extends Row {
  id: string;
  email: string;
  expiresAt: Date | string;
}

/** What the API returns of an invitation. @param userId the user with the invited email */
export function invitationOf({ id, email, expiresAt, ...row }: InvitationRow, userId: string | null): Member {
  return {
    id: `invitation:${id}`,
    userId,
    invitationId: id,
    email,
    name: null,
    status: 'invited',
    expiresAt: new Date(expiresAt),
    ...sharedOf(row),
  };
}

/** What the API returns of a member. */
export function memberOf(
  { userId, ...row }: Row & { userId: string },
  { email, name }: { email: string; name: string },
): Member {
  return {
    id: `member:${userId}:${row.workspaceId}`,
    userId,
    invitationId: null,
    email,
    name,
    status: 'active',
    expiresAt: null,
    ...sharedOf(row),
  };
}

function sharedOf({ workspaceId, role, capabilities, deniedCapabilities, createdAt, updatedAt }: Row) {
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  return { workspaceId, role, capabilities, deniedCapabilities, ...times };
}

export async function showInvitation(em: EntityManager, invitation: InferEntity<typeof invitations>): Promise<Member> {
  const user = await em.findOne(users, { email: invitation.email }, { fields: ['id'] });
  return invitationOf(invitation, user?.id ?? null);
}

export async function showMember(em: EntityManager, member: InferEntity<typeof members>): Promise<Member> {
  return memberOf(member, await em.findOneOrFail(users, { id: member.userId }, { fields: ['email', 'name'] }));
}
