import { deleteBatch } from '../../../platform/database/delete-batch.js';
import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../platform/work/until-done.js';

/** Deletes entries that have expired, over all workspaces; until then they are read as missing. */
export function stateRetention({ db }: Services): RecurringTask {
  const expired = { table: 'flow_state', where: 'expires_at <= now() order by expires_at', limit: 1_000 };
  return {
    name: 'expired state',
    everyMs: 60_000,
    work: (signal) => untilDone(() => deleteBatch(db.pool, 'delete_expired_state', expired), signal),
  };
}
