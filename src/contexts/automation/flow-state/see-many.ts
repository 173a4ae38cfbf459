import type { Sql } from '../../../platform/database/database.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';
import { countStored, type QuotaLimits } from '../../accounts/quotas/index.js';
import type { EntryPlace } from './change-entry.js';

/** Keys that are remembered at once. */
export const seenAtOnce = 10_000;

// Inserts or takes over many rows, by what they contain; in the order of their keys, so that two executions that remember the
// same ones do not wait for each other in a circle.
const seeManySql = `/* see_many */
insert into flow_state as s (workspace_id, flow_id, key, value, expires_at)
select $1, $2, k.key, to_jsonb($4::text), now() + make_interval(secs => $5::float8)
from (select distinct key from unnest($3::text[]) u(key)) k order by k.key
on conflict (workspace_id, flow_id, key) do update
  set value = excluded.value, expires_at = excluded.expires_at, version = s.version + 1, updated_at = now()
  where s.expires_at <= now()
returning key`;

/**
 * Remembers keys for some time, or for ever with null, in one statement of the caller's transaction.
 * @returns those that were not known before
 * @throws AppError QUOTA_EXCEEDED
 */
export async function seeMany(
  sql: Sql,
  limits: Pick<QuotaLimits, 'limit'>,
  { workspaceId, flowId }: Omit<EntryPlace, 'key'>,
  { keys, now, ttlSeconds }: { keys: readonly string[]; now: Date; ttlSeconds: number | null },
): Promise<string[]> {
  const { stateEntries } = await countStored(sql, workspaceId);
  const limit = limits.limit(workspaceId, 'stateEntries');
  const { rows } = await sql.query<{ key: string }>(seeManySql, [
    workspaceId,
    flowId,
    keys,
    now.toISOString(),
    ttlSeconds,
  ]);
  // Keys that were known take no room. The transaction takes back what has none.
  if (rows.length > 0 && stateEntries + rows.length > limit)
    throw new QuotaExceededError({ name: 'stateEntries', limit });
  return rows.map(({ key }) => key);
}

const unseenSql = `/* unseen_keys */
select distinct key from unnest($3::text[]) u(key) where not exists (
  select from flow_state s where s.workspace_id = $1 and s.flow_id is not distinct from $2 and s.key = u.key
    and (s.expires_at is null or s.expires_at > now()))`;

/** Those of the keys that {@link seeMany} would remember. */
export async function unseen(
  sql: Sql,
  { workspaceId, flowId }: Omit<EntryPlace, 'key'>,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(unseenSql, [workspaceId, flowId, keys]);
  return rows.map(({ key }) => key);
}
