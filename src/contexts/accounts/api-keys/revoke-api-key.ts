import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { loseRights, type Removed } from '../members/index.js';
import { visibleCreator } from './visible-keys.js';

/** Revokes a key for good, and pauses what runs as it. @throws AppError NOT_FOUND also if it is revoked already or not visible to the caller */
export async function revokeApiKey(scope: Scope, keyId: string): Promise<Removed> {
  requireId(keyId, 'API key');
  return scope.transaction(async (sql) => {
    const revokedAt = scope.services.now();
    const { rows } = await sql.query<{ id: string }>(
      `/* revoke_api_key */ update api_keys set revoked_at = $3, updated_at = $3
       where workspace_id = $1 and id = $2 and revoked_at is null and ($4::uuid is null or created_by = $4)
       returning id`,
      [scope.workspaceId, keyId, revokedAt, visibleCreator(scope)],
    );
    if (!rows[0]) throw notFound('API key');
    scope.changes.add({ ids: [rows[0].id], before: { revokedAt: null }, after: { revokedAt } });
    const paused = await loseRights(sql, { scope, runAs: rows[0].id, held: null, at: revokedAt });
    return { id: rows[0].id, paused };
  });
}
