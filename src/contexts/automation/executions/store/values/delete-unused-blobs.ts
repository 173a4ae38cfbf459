import type { Sql } from '../../../../../platform/database/database.js';
import { typed } from '../../../../../platform/database/typed-sql.js';
import { countStorageSql } from '../../../../accounts/quotas/index.js';
import { blobUses } from './blob.entity.js';

export interface DeleteUnusedBlobs {
  sql: Sql;
  /** Executions with smaller IDs may be deleted. */
  beforeId: string;
  /** Runs one statement of the pass. */
  step: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Uses examined by one statement. */
const usesAtOnce = 200;
const nil = '00000000-0000-0000-0000-000000000000';

interface Position {
  executionId: string;
  blobId: string;
}

/**
 * Deletes the uses of executions that do not exist any more, or were never written, and each blob with its last use.
 * Reads uses of before a time only, of which few are left after the executions of that time were deleted.
 */
export async function deleteUnusedBlobs({ sql, beforeId, step }: DeleteUnusedBlobs): Promise<void> {
  for (let workspaceId = await next(sql, nil); workspaceId; workspaceId = await next(sql, workspaceId)) {
    for (let after: Position | undefined = { executionId: nil, blobId: nil }; after; ) {
      const values: string[] = [workspaceId, after.executionId, after.blobId, beforeId];
      const { rows }: { rows: Position[] } = await step(() => sql.query<Position>(removeText, values));
      after = rows[0];
    }
  }
}

async function next(sql: Sql, after: string): Promise<string | undefined> {
  const found = await typed(sql, 'next_workspace_of_blobs', blobUses)
    .selectFrom('blob_uses')
    .select('workspaceId')
    .where('workspaceId', '>', after)
    .orderBy('workspaceId')
    .limit(1)
    .executeTakeFirst();
  return found?.workspaceId;
}

// A batch of rows of two tables, and their count.
const removeText = `/* remove_blobs */
with seen as materialized (
  select u.execution_id, u.blob_id, not exists (
    select from executions e where e.workspace_id = $1 and e.id = u.execution_id) as unused
  from blob_uses u
  where u.workspace_id = $1 and (u.execution_id, u.blob_id) > ($2::uuid, $3::uuid) and u.execution_id < $4::uuid
  order by u.execution_id, u.blob_id limit ${usesAtOnce}
), uses as (
  delete from blob_uses u using seen s
  where s.unused and u.workspace_id = $1 and u.execution_id = s.execution_id and u.blob_id = s.blob_id
), removed as (
  delete from blobs b
  where b.workspace_id = $1 and b.id in (select blob_id from seen where unused) and not exists (
    select from blob_uses u where u.workspace_id = $1 and u.blob_id = b.id and not exists (
      select from seen s where s.unused and s.execution_id = u.execution_id and s.blob_id = u.blob_id))
  returning b.workspace_id, b.size
), counted as (
  ${countStorageSql('select workspace_id, -sum(size) from removed group by workspace_id')}
)
select execution_id as "executionId", blob_id as "blobId" from seen order by execution_id desc, blob_id desc limit 1`;
