import { LockMode } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { invitations } from '../../entities/member.entity.js';
import { requireCanGrant } from '../access/can-grant.js';
import { lockGrantors } from '../access/unproven-grantors.js';
import type { InvitedMember } from '../member.object.js';
import { showInvitation } from '../show-member.js';
import { newInvitationToken } from './invitation-token.js';
import { deliverInvitation, findCourier } from './mail-invitation.js';

/**
 * Gives an invitation a new token, valid for seven days; the token before is invalid from then on. The token grants the
 * invitation's role, so the caller must be allowed to grant it, as when inviting.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function resendInvitation(scope: Scope, invitationId: string): Promise<InvitedMember> {
  const key = { workspaceId: scope.workspaceId, id: requireId(invitationId, 'invitation') };
  const now = scope.services.now();
  const { inviteToken, hash, expiresAt } = newInvitationToken(now);
  const courier = await findCourier(scope);
  const invited = await scope.unitOfWork(async (em) => {
    const unprovenGrantors = await lockGrantors(transactionSql(em), scope);
    // Locked, so that role and capabilities stay those that were authorized.
    const invitation = await em.findOne(invitations, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!invitation) throw notFound('invitation');
    requireCanGrant(scope.access, invitation);
    em.assign(invitation, {
      grantedBy: scope.access.userId,
      unprovenGrantors,
      tokenHash: hash,
      provesEmail: courier.provesEmail,
      expiresAt,
      updatedAt: now,
    });
    return showInvitation(em, invitation);
  });
  return { ...invited, ...(await deliverInvitation(scope, courier, { ...invited, inviteToken })) };
}
