import { isAbove } from '../../../../platform/access/capabilities.js';
import type { Sql } from '../../../../platform/database/sql.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { actorOfPrincipal, appendAudit, auditEntry } from '../../audit/index.js';
import { invitations } from '../../entities/member.entity.js';
import { capabilitiesOfMember, type RoleChange } from '../access/effective-capabilities.js';

/**
 * Revokes the open invitations that their inviter may not give any more, in the transaction in which they lose rights, and records
 * each as `revokeInvitation` of the caller. Who invites locks their own membership, so that none is missed.
 * @param userId the inviter
 * @param left what the inviter still has; null if they are no member any more
 */
export async function revokeBeyond(
  sql: Sql,
  { workspaceId, principal, request, services }: Scope,
  userId: string,
  left: RoleChange | null,
): Promise<void> {
  const rows = await typed(sql, 'invitations_granted_by', invitations)
    .selectFrom('invitations')
    .select(['id', 'role', 'capabilities', 'deniedCapabilities'])
    .where('workspaceId', '=', workspaceId)
    .where('grantedBy', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const beyond = rows.filter((invitation) => !left || !mayGive(left, invitation)).map(({ id }) => id);
  if (beyond.length === 0) return;
  await typed(sql, 'revoke_invitations_beyond', invitations)
    .deleteFrom('invitations')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(beyond))
    .execute();
  const revoked = (targetId: string) => {
    const event = { workspaceId, action: 'revokeInvitation', targetId, details: { invitedBy: userId } };
    return auditEntry(actorOfPrincipal(principal), event, request, services.now());
  };
  await appendAudit(sql, beyond.map(revoked));
}

function mayGive(giver: RoleChange, given: RoleChange): boolean {
  const held = capabilitiesOfMember(giver);
  return held.has('members:manage') && !isAbove(given.role, giver.role) && capabilitiesOfMember(given).isSubsetOf(held);
}
