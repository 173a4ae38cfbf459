import { AppError } from '../../../platform/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { normalEmail } from './email.js';
import { newInvitationToken } from './invitation-token.js';
import { mailInvitation } from './mail-invitation.js';
import { requireMayGrant } from './may-grant.js';
import type { InviteMemberInput } from './member.input.js';
import type { InvitedMember, Member } from './member.object.js';
import { invitationColumns } from './member-columns.js';

/**
 * Asks somebody to join, with no more than the inviter holds, by mail too where a mail server is set. An invitation that has expired is replaced.
 * @throws AppError FORBIDDEN for more than the inviter holds, CONFLICT for who has joined or is invited already
 */
export async function inviteMember(scope: Scope, input: InviteMemberInput): Promise<InvitedMember> {
  const place = { role: input.role, capabilities: input.capabilities ?? [] };
  requireMayGrant(scope.access, place);
  const email = normalEmail(input.email);
  await refuseMember(scope, email);
  const now = scope.services.now();
  const { inviteToken, hash, expiresAt } = newInvitationToken(now);
  const { rows } = await scope.sql.query<Member>(
    `/* invite_member */
     insert into invitations as i (workspace_id, email, role, capabilities, token_hash, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (workspace_id, email) do update set role = excluded.role, capabilities = excluded.capabilities,
       token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = excluded.created_at,
       updated_at = excluded.updated_at
     where i.expires_at <= excluded.created_at
     returning ${invitationColumns}`,
    [scope.workspaceId, email, place.role, place.capabilities, hash, expiresAt, now],
  );
  if (!rows[0]) {
    throw new AppError('CONFLICT', 'This email is invited already. Resend that invitation, or revoke it first.');
  }
  const invited = { ...rows[0], inviteToken };
  return { ...invited, mailed: await mailInvitation(scope, invited) };
}

async function refuseMember(scope: Scope, email: string): Promise<void> {
  const { rowCount } = await scope.sql.query(
    `/* is_member_email */ select 1 from members m join users u on u.id = m.user_id
       where m.workspace_id = $1 and u.email = $2`,
    [scope.workspaceId, email],
  );
  if (rowCount) {
    throw new AppError('CONFLICT', 'This email belongs to a member already. Change the role of that member instead.');
  }
}
