import { type KnownCaller, keyExpired } from '../../../platform/access/authorize.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Principal } from '../../../platform/access/principal.js';
import { statement } from '../../../platform/database/statement.js';
import { AppError } from '../../../platform/errors/errors.js';
import type { Services } from '../../../platform/services.js';
import { type AccessRow, keyAccessColumns, keyAccessJoins, toAccess } from '../members/index.js';
import { hashKeyText, isKeyText } from './key-text.js';

interface KeyRow extends AccessRow {
  id: string;
  created_by: string;
  key_capabilities: (Capability | '*')[];
  expires_at: string | null;
  expired: boolean;
  revoked: boolean;
  stale: boolean;
}

/**
 * Finds the principal of a key and its access to the key's workspace, in one statement. A text with a wrong checksum
 * costs no query.
 * @throws AppError INVALID_TOKEN
 */
export async function findApiKey(services: Services, text: string): Promise<KnownCaller> {
  if (!isKeyText(text)) {
    throw new AppError('INVALID_TOKEN', 'The API key is malformed. Check that it was copied completely.');
  }
  const at = services.now();
  const { rows } = await services.db.pool.query<KeyRow>(
    statement(
      `/* find_api_key */ select k.id, k.created_by, k.expires_at, coalesce(k.expires_at <= $2, false) as expired,
         k.revoked_at is not null as revoked,
         coalesce(k.last_used_at <= $2::timestamptz - interval '1 minute', true) as stale, ${keyAccessColumns}
       from api_keys k ${keyAccessJoins} where k.key_hash = $1`,
      [hashKeyText(text), at],
    ),
  );
  const key = rows[0];
  if (!key) throw new AppError('INVALID_TOKEN', 'API key not found. Check the key and the address of the server.');
  if (key.revoked) throw new AppError('INVALID_TOKEN', 'The API key was revoked. Use another one.');
  if (key.expired) throw keyExpired();
  if (key.stale) recordUse(services, key, at);
  const principal: Principal = {
    kind: 'apiKey',
    keyId: key.id,
    workspaceId: key.workspace_id,
    userId: key.created_by,
    capabilities: key.key_capabilities,
    expiresAt: key.expires_at === null ? null : new Date(key.expires_at),
  };
  return { principal, access: toAccess(key, key.created_by) };
}

/** Runs in the background; after an error the use is recorded by a later request. */
function recordUse({ db, log }: Services, key: KeyRow, at: Date): void {
  db.pool
    .query(
      statement(
        `/* record_api_key_use */ update api_keys set last_used_at = $3
           where workspace_id = $1 and id = $2 and coalesce(last_used_at <= $3::timestamptz - interval '1 minute', true)`,
        [key.workspace_id, key.id, at],
      ),
    )
    .catch((error: Error) => log.warn({ err: error }, 'could not record the use of an API key'));
}
