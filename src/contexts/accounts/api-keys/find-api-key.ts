import type { KnownCaller } from '../../../platform/access/authorize.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Principal } from '../../../platform/access/principal.js';
import { statement } from '../../../platform/database/statement.js';
import { AppError } from '../../../platform/errors.js';
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
 * Whom a key's text stands for, and what that is in the key's workspace, in one statement. A text with a wrong checksum costs no query.
 * @throws AppError INVALID_TOKEN
 */
export async function findApiKey(services: Services, text: string): Promise<KnownCaller> {
  if (!isKeyText(text)) {
    throw new AppError('INVALID_TOKEN', 'This is no API key of this server. Check that it was copied whole.');
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
  if (!key) throw new AppError('INVALID_TOKEN', 'This API key is not known here. Check the server and the key.');
  if (key.revoked) throw new AppError('INVALID_TOKEN', 'This API key was revoked. Use another one.');
  if (key.expired) throw new AppError('INVALID_TOKEN', 'This API key has expired. Make a new one.');
  if (key.stale) noteUse(services, key, at);
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

/** Nobody waits for it, and a use that is not noted is noted a minute later. */
function noteUse({ db, log }: Services, key: KeyRow, at: Date): void {
  db.pool
    .query(
      statement(
        `/* note_api_key_use */ update api_keys set last_used_at = $3
           where workspace_id = $1 and id = $2 and coalesce(last_used_at <= $3::timestamptz - interval '1 minute', true)`,
        [key.workspace_id, key.id, at],
      ),
    )
    .catch((error: Error) => log.warn({ err: error }, 'the use of an API key could not be noted'));
}
