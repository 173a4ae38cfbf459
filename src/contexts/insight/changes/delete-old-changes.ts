import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/database.js';
import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';

const hourMs = 60 * 60 * 1_000;
/** Hours for which changes are kept. */
export const keptHours = 72;

/** Rows that one statement deletes, and milliseconds of pause after it. */
const atOnce = 5_000;
const restMs = 50;

/**
 * Cursors of before this time expire, and those of an hour after it, since a transaction that began before may have
 * committed then. Whoever writes this row sets its tx, see `continueLog`.
 */
const markText = `/* mark_deleted_changes */ update event_log
  set changes_kept_since = greatest(changes_kept_since, $1::timestamptz + interval '1 hour'), tx = pg_current_xact_id()`;

const deleteText = `/* delete_old_changes */ delete from workspace_changes
  where ctid = any(array(select ctid from workspace_changes where created_at < $1 order by created_at limit ${atOnce}))`;

/** Deletes changes that were written before a time. @returns the number of deleted rows */
export async function deleteOldChanges(sql: Sql, before: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  await sql.query(markText, [before]);
  for (let last = atOnce; last === atOnce; ) {
    signal?.throwIfAborted();
    last = (await sql.query(deleteText, [before])).rowCount ?? 0;
    deleted += last;
    if (last === atOnce) await delay(restMs, undefined, { ref: false });
  }
  return deleted;
}

/** Deletes changes that are older than three days, each hour. */
export function changeRetention({ db, now }: Services): RecurringTask {
  return {
    name: 'workspace changes',
    everyMs: hourMs,
    work: (signal) => deleteOldChanges(db.pool, new Date(now().getTime() - keptHours * hourMs), signal),
  };
}
