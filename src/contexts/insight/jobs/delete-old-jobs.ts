import { deleteBatch } from '../../../platform/database/delete-batch.js';
import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../platform/work/until-done.js';

/** Deletes jobs, with their files, a week after they ended; over all workspaces. */
export function jobRetention({ db }: Services): RecurringTask {
  const where = `finished_at < now() - interval '7 days' order by finished_at`;
  const old = { table: 'jobs', where, limit: 100 };
  return {
    name: 'old jobs',
    everyMs: 600_000,
    work: (signal) => untilDone(() => deleteBatch(db.pool, 'delete_old_jobs', old), signal),
  };
}
