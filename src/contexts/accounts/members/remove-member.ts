import type { Scope } from '../../../platform/graphql/context.js';
import { changeMember } from './change-member.js';

/**
 * Takes somebody out of the workspace at once. Their keys are revoked for good: coming back does not revive them.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export function removeMember(scope: Scope, userId: string): Promise<{ id: string }> {
  return changeMember(scope, userId, false, async (sql) => {
    await sql.query(
      `/* revoke_keys_of_member */ update api_keys set revoked_at = $3, updated_at = $3
         where workspace_id = $1 and created_by = $2 and revoked_at is null`,
      [scope.workspaceId, userId, scope.services.now()],
    );
    await sql.query('/* remove_member */ delete from members where workspace_id = $1 and user_id = $2', [
      scope.workspaceId,
      userId,
    ]);
    return { id: userId };
  });
}
