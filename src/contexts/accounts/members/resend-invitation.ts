import { LockMode } from '@mikro-orm/postgresql';
import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { requireCanGrant } from './can-grant.js';
import { newInvitationToken } from './invitation-token.js';
import { mailInvitation } from './mail-invitation.js';
import { invitations } from './member.entity.js';
import type { InvitedMember } from './member.object.js';
import { showInvitation } from './show-member.js';

/**
 * Gives an invitation a new token and seven more days; the token before it stops working. Whoever holds the token can
 * take the place, so this asks for as much as inviting does.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function resendInvitation(scope: Scope, invitationId: string): Promise<InvitedMember> {
  const key = { workspaceId: scope.workspaceId, id: requireId(invitationId, 'The invitation') };
  const now = scope.services.now();
  const { inviteToken, hash, expiresAt } = newInvitationToken(now);
  const invited = await scope.unitOfWork(async (em) => {
    // Locked: the place stays what it was allowed as.
    const invitation = await em.findOne(invitations, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!invitation) throw notFound('The invitation');
    requireCanGrant(scope.access, invitation);
    em.assign(invitation, { tokenHash: hash, expiresAt, updatedAt: now });
    return showInvitation(em, invitation);
  });
  return { ...invited, inviteToken, mailed: await mailInvitation(scope, { ...invited, inviteToken }) };
}
