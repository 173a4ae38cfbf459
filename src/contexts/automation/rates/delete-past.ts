import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../platform/work/until-done.js';

// In bulk, over all workspaces. Locked first, so that a slot that is reserved meanwhile stays.
const deleteSql = `/* delete_past_slots */ delete from rate_slots r using (
  select workspace_id, key from rate_slots where next_at <= now() limit 1000 for update skip locked
) past where r.workspace_id = past.workspace_id and r.key = past.key`;

/** Deletes rates whose next call may start at once. */
export function pastSlots({ db }: Services): RecurringTask {
  return {
    name: 'past slots',
    everyMs: 60_000,
    work: (signal) => untilDone(async () => (await db.pool.query(deleteSql)).rowCount ?? 0, signal),
  };
}
