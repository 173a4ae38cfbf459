import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { workspaceStorage } from './quota.entity.js';

/**
 * An insert that counts stored bytes, for the statement that stores or deletes them. A transaction counts in the row of its
 * own connection, so it waits for no other one.
 * @param bytes a query for `workspace_id` and `bytes`, negative for what is deleted; without rows nothing is counted
 */
export function countStorageSql(bytes: string): string {
  return `insert into workspace_storage as s (workspace_id, bytes) ${bytes}
  on conflict (workspace_id, backend) do update set bytes = s.bytes + excluded.bytes`;
}

/** Bytes that a workspace stores, as far as they are committed. */
export async function storedBytes(sql: Sql, workspaceId: string): Promise<number> {
  return (await countStored(sql, workspaceId)).storageBytes;
}

/** What a workspace stores, by the names of its quotas, as far as it is committed. */
export async function countStored(
  sql: Sql,
  workspaceId: string,
): Promise<Record<'storageBytes' | 'stateEntries', number>> {
  const stored = await typed(sql, 'count_stored', workspaceStorage)
    .selectFrom('workspace_storage')
    .select(({ fn }) => [
      fn.sum<string | null>('bytes').as('bytes'),
      fn.sum<string | null>('stateEntries').as('entries'),
    ])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return { storageBytes: Number(stored?.bytes ?? 0), stateEntries: Number(stored?.entries ?? 0) };
}

/**
 * Adds up the rows of connections into one, in one statement: no count is missing or counted twice meanwhile. Rows that a
 * transaction is writing stay as they are.
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
      where s.workspace_id = p.workspace_id and s.backend = p.backend returning s.workspace_id, s.bytes, s.state_entries
    ), added as (
      insert into workspace_storage as s (workspace_id, backend, bytes, state_entries)
      select workspace_id, 0, sum(bytes), sum(state_entries) from removed group by 1 order by 1
      on conflict (workspace_id, backend) do update
        set bytes = s.bytes + excluded.bytes, state_entries = s.state_entries + excluded.state_entries
    )
    select count(*)::integer as removed from removed`);
  return rows[0]?.removed ?? 0;
}
