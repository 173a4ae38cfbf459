import type { Capability } from '../../../platform/access/capabilities.js';
import type { Principal } from '../../../platform/access/principal.js';
import { groupCommit } from '../../../platform/database/group-commit.js';
import type { Sql } from '../../../platform/database/sql.js';
import { statement } from '../../../platform/database/statement.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { AppError } from '../../../platform/errors/errors.js';
import { type KnownCaller, keyExpired } from '../../../platform/graphql/authorize.js';
import type { Services } from '../../../platform/services.js';
import { hashToken } from '../../../platform/token-hash.js';
import type { ApiKey } from '../entities/api-key.entity.js';
import { type AccessRow, keyAccessColumns, keyAccessJoins, toAccess } from '../members/index.js';
import { isKeyText } from './key-text.js';

interface KeyRow extends AccessRow {
  id: string;
  hash: string;
  created_by: string;
  key_capabilities: (Capability | '*')[];
  expires_at: string | null;
  last_used_at: string | null;
  revoked: boolean;
}

type FindKey = (hash: string) => Promise<KeyRow | null>;

/**
 * One finder for each pool: concurrent requests share a statement. It is sent after all of them have arrived, so a revoked
 * key is refused as if each had asked alone.
 * Text, because each request with a key waits for it.
 */
const finders = new WeakMap<Sql, FindKey>();

/** How long a use of a key is not recorded again. */
const recordedMs = 60_000;

/**
 * Finds the principal of a key and its access to the key's workspace, in one statement. A text with a wrong checksum
 * costs no query.
 * @throws AppError INVALID_TOKEN
 */
export async function findApiKey(services: Services, text: string): Promise<KnownCaller> {
  if (!isKeyText(text)) {
    throw new AppError('INVALID_TOKEN', 'The API key is malformed. Check that it was copied completely.');
  }
  const { hotPool } = services.db;
  const find = finders.get(hotPool) ?? groupCommit((hashes: string[]) => findKeys(hotPool, hashes));
  finders.set(hotPool, find);
  const key = await find(hashToken(text).toString('hex'));
  if (!key) throw new AppError('INVALID_TOKEN', 'API key not found. Check the key and the address of the server.');
  if (key.revoked) throw new AppError('INVALID_TOKEN', 'The API key was revoked. Use another one.');
  const at = services.now();
  const expiresAt = key.expires_at === null ? null : new Date(key.expires_at);
  if (expiresAt && expiresAt <= at) throw keyExpired();
  if (key.last_used_at === null || at.getTime() - Date.parse(key.last_used_at) >= recordedMs) {
    recordUse(services, key, at);
  }
  const principal: Principal = {
    kind: 'apiKey',
    keyId: key.id,
    workspaceId: key.workspace_id,
    userId: key.created_by,
    capabilities: key.key_capabilities,
    expiresAt,
  };
  return { principal, access: toAccess(key, key.created_by) };
}

async function findKeys(sql: Sql, hashes: string[]): Promise<(KeyRow | null)[]> {
  const unique = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'));
  const { rows } = await sql.query<KeyRow>(
    statement(
      `/* find_api_keys */ select k.id, encode(k.key_hash, 'hex') as hash, k.created_by, k.expires_at, k.last_used_at,
         k.revoked_at is not null as revoked, ${keyAccessColumns}
       from api_keys k ${keyAccessJoins} where k.key_hash = any($1::bytea[])`,
      [unique],
    ),
  );
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}

/** Runs in the background; after an error the use is recorded by a later request. */
function recordUse({ db, log }: Services, key: KeyRow, at: Date): void {
  const recorded = new Date(at.getTime() - recordedMs);
  typed(db.pool, 'record_api_key_use', tableOf<ApiKey>()('api_keys'))
    .updateTable('api_keys')
    .set({ lastUsedAt: at })
    .where('workspaceId', '=', key.workspace_id)
    .where('id', '=', key.id)
    .where((used) => used.or([used('lastUsedAt', 'is', null), used('lastUsedAt', '<=', recorded)]))
    .execute()
    .catch((error: Error) => log.warn({ err: error }, 'could not record the use of an API key'));
}
