import { LockMode } from '@mikro-orm/postgresql';
import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { invitations } from '../../entities/member.entity.js';
import { requireNotAbove } from '../access/can-grant.js';

/** Revokes an invitation; its token is invalid from then on. @throws AppError NOT_FOUND, FORBIDDEN */
export async function revokeInvitation(scope: Scope, invitationId: string): Promise<{ id: string }> {
  const key = { workspaceId: scope.workspaceId, id: requireId(invitationId, 'invitation') };
  return scope.unitOfWork(async (em) => {
    const invitation = await em.findOne(invitations, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!invitation) throw notFound('invitation');
    requireNotAbove(scope.access, invitation.role);
    em.remove(invitation);
    return { id: invitation.id };
  });
}
