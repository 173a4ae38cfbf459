import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { deletingFiles } from './delete-old-files.js';

/** Deletes the files of an execution, and bytes that have no file. Nothing is deleted if the execution exists. */
export async function discardFiles(
  sql: Sql,
  workspaceId: string,
  { executionId, fileIds }: { executionId: string | null; fileIds: readonly string[] },
): Promise<void> {
  if (fileIds.length === 0) return;
  const text = `/* discard_files */
    with old as (
      select f.ctid from files f where f.workspace_id = $1 and f.execution_id = $2 and f.id = any($3::uuid[])
        and not exists (select from executions e where e.workspace_id = $1 and e.id = $2)
    ), ${deletingFiles}, released as (
      update file_bytes set due_at = now() where workspace_id = $1 and file_id = any($3::uuid[]) and due_at is not null
    ) select count(*)::integer from gone`;
  await sql.query(statement(text, [workspaceId, executionId, fileIds]));
}
