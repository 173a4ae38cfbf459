import { transactionSql } from '../../../platform/database/entities-over.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { ApiKey } from '../entities/api-key.entity.js';
import { changeMember } from './change-member.js';
import { revokeBeyond } from './invitations/revoke-beyond.js';
import { loseRights } from './lose-rights.js';
import type { Removed } from './paused.object.js';

/**
 * Removes a member from the workspace. Their API keys are revoked for good, even if they join again, their open
 * invitations are revoked, and what runs as them or their keys is paused.
 * @throws AppError NOT_FOUND, FORBIDDEN for a higher role, LAST_OWNER
 */
export function removeMember(scope: Scope, userId: string): Promise<Removed> {
  return changeMember(scope, userId, false, async (em, member) => {
    const at = scope.services.now();
    const sql = transactionSql(em);
    await typed(sql, 'revoke_keys_of_member', tableOf<ApiKey>()('api_keys'))
      .updateTable('api_keys')
      .set({ revokedAt: at, updatedAt: at })
      .where('workspaceId', '=', scope.workspaceId)
      .where('createdBy', '=', userId)
      .where('revokedAt', 'is', null)
      .execute();
    em.remove(member);
    await em.flush();
    const paused = await loseRights(sql, { scope, runAs: userId, held: null, at });
    await revokeBeyond(sql, scope, member.userId, null);
    return { id: userId, paused };
  });
}
