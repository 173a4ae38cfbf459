import type { Sql } from '../../../../platform/database/database.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { hashToken } from '../../../../platform/token-hash.js';

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  email: string;
  workspaceId: string;
}

/** Finds an invitation by its token. @throws AppError INVALID_TOKEN if it is unknown, used, revoked or expired */
export async function findInvitation(sql: Sql, token: string, now: Date): Promise<OpenInvitation> {
  const { rows } = await sql.query<OpenInvitation>(
    `/* find_invitation */ select email::text as email, workspace_id as "workspaceId" from invitations
       where token_hash = $1 and expires_at > $2`,
    [hashToken(token), now],
  );
  if (!rows[0]) throw notOpen();
  return rows[0];
}

/**
 * Turns an invitation into a membership, inside the caller's transaction. The deletion decides: of concurrent calls, one
 * succeeds.
 * @param userId the user who was authenticated as the owner of the invited email
 * @throws AppError INVALID_TOKEN if the invitation is no longer open
 */
export async function acceptInvitation(sql: Sql, token: string, userId: string, now: Date): Promise<void> {
  const { rowCount } = await sql.query(
    `/* accept_invitation */
     with accepted as (
       delete from invitations where token_hash = $1 and expires_at > $3 returning workspace_id, role, capabilities,
         denied_capabilities
     ), joined as (
       insert into members (workspace_id, user_id, role, capabilities, denied_capabilities, created_at, updated_at)
       select workspace_id, $2, role, capabilities, denied_capabilities, $3, $3 from accepted
       on conflict (workspace_id, user_id) do nothing
     )
     select 1 from accepted`,
    [hashToken(token), userId, now],
  );
  if (!rowCount) throw notOpen();
}

function notOpen(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'Invitation not found: it was accepted, revoked or resent, or has expired. Ask for a new one.',
  );
}
