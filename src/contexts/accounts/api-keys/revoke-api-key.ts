import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { ApiKey } from '../entities/api-key.entity.js';
import { loseRights, type Removed } from '../members/index.js';
import { visibleCreator } from './visible-keys.js';

/** Revokes a key for good, and pauses what runs as it. @throws AppError NOT_FOUND also if it is revoked already or not visible to the caller */
export async function revokeApiKey(scope: Scope, keyId: string): Promise<Removed> {
  requireId(keyId, 'API key');
  return scope.transaction(async (sql) => {
    const revokedAt = scope.services.now();
    const creator = visibleCreator(scope);
    const revoked = await typed(sql, 'revoke_api_key', tableOf<ApiKey>()('api_keys'))
      .updateTable('api_keys')
      .set({ revokedAt, updatedAt: revokedAt })
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', '=', keyId)
      .where('revokedAt', 'is', null)
      .$if(creator !== null, (keys) => keys.where('createdBy', '=', creator))
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw notFound('API key');
    scope.changes.add({ ids: [revoked.id], before: { revokedAt: null }, after: { revokedAt } });
    const paused = await loseRights(sql, { scope, runAs: revoked.id, held: null, at: revokedAt });
    return { id: revoked.id, paused };
  });
}
