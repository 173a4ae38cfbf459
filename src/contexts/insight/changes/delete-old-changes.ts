import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/database.js';
import { deleteBatch } from '../../../platform/database/delete-batch.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { eventLogTable } from '../../../platform/feed/index.js';
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
async function markDeleted(sql: Sql, before: Date): Promise<void> {
  const since = new Date(before.getTime() + hourMs);
  await typed(sql, 'mark_deleted_changes', eventLogTable)
    .updateTable('event_log')
    .set(({ fn, val }) => ({
      changesKeptSince: fn('greatest', ['changesKeptSince', val(since)]),
      tx: fn<string>('pg_current_xact_id', []),
    }))
    .execute();
}

/** Deletes changes that were written before a time. @returns the number of deleted rows */
export async function deleteOldChanges(sql: Sql, before: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  await markDeleted(sql, before);
  for (let last = atOnce; last === atOnce; ) {
    signal?.throwIfAborted();
    last = await deleteBatch(sql, 'delete_old_changes', {
      table: 'workspace_changes',
      where: 'created_at < $1 order by created_at',
      values: [before],
      limit: atOnce,
    });
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
