import { transactionSql } from '../../../platform/database/transaction-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { changeMember } from './change-member.js';
import { memberRemoved } from './events.js';

const revokeKeys = `/* revoke_keys_of_member */ update api_keys set revoked_at = ?, updated_at = ?
  where workspace_id = ? and created_by = ? and revoked_at is null`;

/**
 * Removes a member from the workspace. Their API keys are revoked for good, even if they join again.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export function removeMember(scope: Scope, userId: string): Promise<{ id: string }> {
  return changeMember(scope, userId, false, async (em, member) => {
    const now = scope.services.now();
    await em.execute(revokeKeys, [now, now, scope.workspaceId, userId]);
    em.remove(member);
    await em.flush();
    const event = memberRemoved({ workspaceId: scope.workspaceId, userId, removedBy: scope.access.userId });
    await scope.services.events.publish(transactionSql(em), event);
    return { id: userId };
  });
}
