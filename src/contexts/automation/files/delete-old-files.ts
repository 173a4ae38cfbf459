import type { Sql } from '../../../platform/database/database.js';
import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../platform/work/until-done.js';
import { countStorageSql } from '../../accounts/quotas/index.js';

/** Files that one statement examines. */
const atOnce = 500;

/** Deletes files that are not kept: at their time, and after their execution or message; over all workspaces. */
export function fileRetention({ db: { pool } }: Services): RecurringTask {
  return {
    name: 'old files',
    everyMs: 600_000,
    async work(signal) {
      await untilDone(() => deleteExpired(pool), signal);
      let after: string | undefined = nil;
      while (after && !signal.aborted) after = await deleteWithoutExecution(pool, after);
      after = nil;
      while (after && !signal.aborted) after = await deleteWithoutMessage(pool, after);
    },
  };
}

const nil = '00000000-0000-0000-0000-000000000000';

/** Deletes rows and counts what they had, for a query of their positions as `old`. */
export const deletingFiles = `gone as (
    delete from files where ctid in (select ctid from old) returning workspace_id, size
  ), counted as (
    ${countStorageSql('select g.workspace_id, -sum(g.size) from gone g join workspaces w on w.id = g.workspace_id group by 1 order by 1')}
  )`;

/** Deletes uploads and counts what they had reserved, for a query of their positions as `old`. */
export const deletingUploads = `gone as (
    delete from file_uploads where ctid in (select ctid from old) returning workspace_id, size
  ), counted as (
    ${countStorageSql('select g.workspace_id, -sum(g.size) from gone g join workspaces w on w.id = g.workspace_id group by 1 order by 1')}
  )`;

/** Deletes uploads that no part has reached in time. Their bytes are due at the same time. */
export async function deleteExpiredUploads(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`/* delete_expired_uploads */
    with old as (
      select ctid from file_uploads where expires_at <= now() order by expires_at limit ${atOnce} for update skip locked
    ), ${deletingUploads}
    select count(*)::integer as count from gone`);
  return rows[0]?.count ?? 0;
}

async function deleteExpired(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`/* delete_expired_files */
    with old as (
      select ctid from files where not kept and expires_at <= now() order by expires_at limit ${atOnce} for update skip locked
    ), ${deletingFiles}
    select count(*)::integer as count from gone`);
  return rows[0]?.count ?? 0;
}

/** @returns the last execution that was examined; undefined at the end */
async function deleteWithoutExecution(sql: Sql, after: string): Promise<string | undefined> {
  const text = `/* delete_files_of_executions */
    with next as (
      select execution_id from files where not kept and execution_id > $1
      order by execution_id limit ${atOnce}
    ), old as (
      select f.ctid from files f where not f.kept and f.execution_id in (select execution_id from next)
        -- The file of a call is stored a moment before its execution.
        and f.created_at < now() - interval '1 hour'
        and not exists (select from executions e where e.workspace_id = f.workspace_id and e.id = f.execution_id)
      limit ${atOnce * 10} for update skip locked
    ), ${deletingFiles}
    select max(execution_id::text) as last from next`;
  const { rows } = await sql.query<{ last: string | null }>(text, [after]);
  return rows[0]?.last ?? undefined;
}

/** @returns the last message that was examined; undefined at the end */
async function deleteWithoutMessage(sql: Sql, after: string): Promise<string | undefined> {
  const text = `/* delete_files_of_messages */
    with next as (
      select message_id from files where not kept and message_id > $1
      order by message_id limit ${atOnce}
    ), old as (
      select f.ctid from files f where not f.kept and f.message_id in (select message_id from next)
        -- The file of a message is stored before it.
        and f.created_at < now() - interval '1 hour'
        and not exists (select from messages m where m.workspace_id = f.workspace_id and m.id = f.message_id)
        and not exists (select from unrouted_messages m where m.workspace_id = f.workspace_id and m.id = f.message_id)
      limit ${atOnce * 10} for update skip locked
    ), ${deletingFiles}
    select max(message_id::text) as last from next`;
  const { rows } = await sql.query<{ last: string | null }>(text, [after]);
  return rows[0]?.last ?? undefined;
}
