import { transactionSql } from '../../../platform/database/entities-over.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { changeMember } from './change-member.js';
import { revokeBeyond } from './invitations/revoke-beyond.js';
import { loseRights } from './lose-rights.js';
import type { Removed } from './paused.object.js';

const revokeKeys = `/* revoke_keys_of_member */ update api_keys set revoked_at = ?, updated_at = ?
  where workspace_id = ? and created_by = ? and revoked_at is null`;

/**
 * Removes a member from the workspace. Their API keys are revoked for good, even if they join again, their open
 * invitations are revoked, and what runs as them or their keys is paused.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export function removeMember(scope: Scope, userId: string): Promise<Removed> {
  return changeMember(scope, userId, false, async (em, member) => {
    const at = scope.services.now();
    await em.execute(revokeKeys, [at, at, scope.workspaceId, userId]);
    em.remove(member);
    await em.flush();
    const paused = await loseRights(transactionSql(em), { scope, runAs: userId, held: null, at });
    await revokeBeyond(transactionSql(em), scope, member.userId, null);
    return { id: userId, paused };
  });
}
