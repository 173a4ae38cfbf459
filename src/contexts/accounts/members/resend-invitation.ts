import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { newInvitationToken } from './invitation-token.js';
import { mailInvitation } from './mail-invitation.js';
import { type Place, requireMayGrant } from './may-grant.js';
import type { InvitedMember, Member } from './member.object.js';
import { invitationColumns } from './member-columns.js';

/**
 * Gives an invitation a new token and seven more days; the token before it stops working. Whoever holds the token can
 * take the place, so this asks for as much as inviting does.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function resendInvitation(scope: Scope, invitationId: string): Promise<InvitedMember> {
  requireId(invitationId, 'The invitation');
  const found = await scope.sql.query<Place>(
    '/* find_invitation_place */ select role, capabilities from invitations where workspace_id = $1 and id = $2',
    [scope.workspaceId, invitationId],
  );
  if (!found.rows[0]) throw notFound('The invitation');
  requireMayGrant(scope.access, found.rows[0]);
  const now = scope.services.now();
  const { inviteToken, hash, expiresAt } = newInvitationToken(now);
  const { rows } = await scope.sql.query<Member>(
    `/* resend_invitation */ update invitations i set token_hash = $3, expires_at = $4, updated_at = $5
       where workspace_id = $1 and id = $2 and role = $6 and capabilities = $7
       returning ${invitationColumns}`,
    // The place is compared too: it was allowed as it was read.
    [scope.workspaceId, invitationId, hash, expiresAt, now, found.rows[0].role, found.rows[0].capabilities],
  );
  if (!rows[0]) throw notFound('The invitation');
  const invited = { ...rows[0], inviteToken };
  return { ...invited, mailed: await mailInvitation(scope, invited) };
}
