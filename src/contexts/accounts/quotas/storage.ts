import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';

/**
 * Each transaction counts in the row of its own connection, so none waits for another. The sum includes what this
 * statement adds, and what other transactions have committed: of concurrent ones, all may fit.
 */
const countSql = `/* count_storage */
  with counted as (
    insert into workspace_storage as s (workspace_id, bytes) values ($1, $2)
    on conflict (workspace_id, backend) do update set bytes = s.bytes + excluded.bytes
  )
  select ($2 + coalesce(sum(bytes), 0))::float8 as used from workspace_storage where workspace_id = $1`;

/**
 * Counts bytes that the caller's transaction stores; with negative bytes, those that it deletes. To be called in that
 * transaction, before the bytes are written: after the error it must be rolled back.
 * @param limit `limit(workspaceId, 'storageBytes')` of {@link quotaLimits}
 * @throws QuotaExceededError (413) if the workspace would store more than the limit. Deletions never fail
 */
export async function reserveStorage(sql: Sql, workspaceId: string, bytes: number, limit: number): Promise<void> {
  if (bytes === 0) return;
  const { rows } = await sql.query<{ used: number }>(statement(countSql, [workspaceId, bytes]));
  if (bytes > 0 && (rows[0]?.used ?? 0) > limit) throw new QuotaExceededError({ name: 'storageBytes', limit });
}

/**
 * Adds up the rows of connections into one. Rows that a transaction is writing stay as they are.
 * @returns how many rows were removed
 */
export async function addUpStorage(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ removed: number }>(`/* add_up_storage */
    with crowded as (
      select workspace_id from workspace_storage group by 1 having count(*) > 100 limit 100
    ), picked as (
      select s.workspace_id, s.backend from workspace_storage s join crowded using (workspace_id)
      where s.backend <> 0 for update of s skip locked
    ), removed as (
      delete from workspace_storage s using picked p
      where s.workspace_id = p.workspace_id and s.backend = p.backend returning s.workspace_id, s.bytes
    ), added as (
      insert into workspace_storage as s (workspace_id, backend, bytes)
      select workspace_id, 0, sum(bytes) from removed group by 1 order by 1
      on conflict (workspace_id, backend) do update set bytes = s.bytes + excluded.bytes
    )
    select count(*)::integer as removed from removed`);
  return rows[0]?.removed ?? 0;
}
