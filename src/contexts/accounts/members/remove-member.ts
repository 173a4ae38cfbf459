import type { Scope } from '../../../platform/graphql/context.js';
import { changeMember } from './change-member.js';

const revokeKeys = `/* revoke_keys_of_member */ update api_keys set revoked_at = ?, updated_at = ?
  where workspace_id = ? and created_by = ? and revoked_at is null`;

/**
 * Takes somebody out of the workspace at once. Their keys are revoked for good: coming back does not revive them.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export function removeMember(scope: Scope, userId: string): Promise<{ id: string }> {
  return changeMember(scope, userId, false, async (em, member) => {
    const now = scope.services.now();
    await em.execute(revokeKeys, [now, now, scope.workspaceId, userId]);
    em.remove(member);
    return { id: userId };
  });
}
