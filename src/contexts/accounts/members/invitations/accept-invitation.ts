import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { invitations } from '../../entities/member.entity.js';
import type { Workspace } from '../../entities/workspace.entity.js';

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  email: string;
  workspaceId: string;
}

/** Finds an invitation by its token. @throws AppError INVALID_TOKEN if it is unknown, used, revoked or expired */
export async function findInvitation(sql: Sql, token: string, now: Date): Promise<OpenInvitation> {
  const found = await typed(sql, 'find_invitation', invitations)
    .selectFrom('invitations')
    .select(['email', 'workspaceId'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!found) throw notOpen();
  return found;
}

/**
 * Turns an invitation into a membership, inside the caller's transaction. The deletion decides: of concurrent calls, one
 * succeeds. The workspace is locked first, as by every change of its members: what somebody gave away is seen by who takes it.
 * @param userId the user who was authenticated as the owner of the invited email
 * @returns whether the token proves that the user has the invited email
 * @throws AppError INVALID_TOKEN if the invitation is no longer open
 */
export function acceptInvitation(sql: Sql, token: string, userId: string, now: Date): Promise<AcceptedInvitation> {
  return acceptByHash(sql, hashToken(token), userId, now);
}

/**
 * Accepts the open invitations to an email for a new user, whose provider has verified it, inside the caller's transaction.
 * @returns how many
 */
export async function acceptInvitationsTo(sql: Sql, email: string, userId: string, now: Date): Promise<number> {
  const open = await typed(sql, 'find_invitations_to', invitations)
    .selectFrom('invitations')
    .select('tokenHash')
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    // Workspaces are locked in one order.
    .orderBy('workspaceId')
    .limit(invitationsAtOnce)
    .execute();
  for (const { tokenHash } of open) await acceptByHash(sql, tokenHash, userId, now);
  return open.length;
}

const invitationsAtOnce = 100;

interface AcceptedInvitation {
  email: string;
  provesEmail: boolean;
}

async function acceptByHash(sql: Sql, tokenHash: Uint8Array, userId: string, now: Date): Promise<AcceptedInvitation> {
  await typed(sql, 'lock_members', tableOf<Workspace>()('workspaces'), invitations)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', (of) => of.selectFrom('invitations').select('workspaceId').where('tokenHash', '=', tokenHash))
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql.query<AcceptedInvitation>(
    `/* accept_invitation */
     with accepted as (
       delete from invitations where token_hash = $1 and expires_at > $3 returning workspace_id, role, capabilities,
         denied_capabilities, unproven_grantors, email::text as email, proves_email
     ), joined as (
       insert into members (workspace_id, user_id, role, capabilities, denied_capabilities, unproven_grantors, created_at, updated_at)
       select workspace_id, $2, role, capabilities, denied_capabilities, unproven_grantors, $3, $3 from accepted
       on conflict (workspace_id, user_id) do nothing
     )
     select email, proves_email as "provesEmail" from accepted`,
    [tokenHash, userId, now],
  );
  if (!rows[0]) throw notOpen();
  return rows[0];
}

function notOpen(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'Invitation not found: it was accepted, revoked or resent, or has expired. Ask for a new one.',
  );
}
