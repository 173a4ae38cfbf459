import type { Capability } from '../../platform/access/capabilities.js';
import type { Principal } from '../../platform/access/principal.js';
import { statement } from '../../platform/database/statement.js';
import { AppError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { hashKeyText, isKeyText } from './key-text.js';

interface KeyRow {
  id: string;
  workspace_id: string;
  created_by: string;
  capabilities: (Capability | '*')[];
  expired: boolean;
  revoked: boolean;
  stale: boolean;
}

/**
 * The principal that a key's text stands for. A text with a wrong checksum costs no query.
 * @throws AppError INVALID_TOKEN
 */
export async function findApiKey(services: Services, text: string): Promise<Principal> {
  if (!isKeyText(text)) {
    throw new AppError('INVALID_TOKEN', 'This is no API key of this server. Check that it was copied whole.');
  }
  const at = services.now();
  const { rows } = await services.db.pool.query<KeyRow>(
    statement(
      `/* find_api_key */ select id, workspace_id, created_by, capabilities, coalesce(expires_at <= $2, false) as expired,
         revoked_at is not null as revoked, coalesce(last_used_at <= $2::timestamptz - interval '1 minute', true) as stale
       from api_keys where key_hash = $1`,
      [hashKeyText(text), at],
    ),
  );
  const key = rows[0];
  if (!key) throw new AppError('INVALID_TOKEN', 'This API key is not known here. Check the server and the key.');
  if (key.revoked) throw new AppError('INVALID_TOKEN', 'This API key was revoked. Use another one.');
  if (key.expired) throw new AppError('INVALID_TOKEN', 'This API key has expired. Make a new one.');
  if (key.stale) noteUse(services, key, at);
  return {
    kind: 'apiKey',
    keyId: key.id,
    workspaceId: key.workspace_id,
    userId: key.created_by,
    capabilities: key.capabilities,
  };
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
