import { deleteOldRequests } from '../../../../../platform/idempotency/request-rows.js';
import type { Services } from '../../../../../platform/services.js';
import type { RecurringTask } from '../../../../../platform/work/recurring-tasks.js';
import { deleteOldExecutions } from './delete-old-executions.js';
import { createPartitions } from './execution-partitions.js';
import { FlowRetentions } from './keep-by-flow.js';

/** Deletes executions that their flows do not keep as long: see `settings.retention`. */
export function flowRetentionTask({ db, log, now }: Services): RecurringTask {
  const retentions = new FlowRetentions(db.pool, now);
  return {
    name: 'retention of flows',
    everyMs: 20_000,
    async work(signal) {
      const runs = await retentions.pass(signal);
      if (runs > 0) log.info({ runs }, 'executions were deleted that their flows do not keep');
    },
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Creates the partitions of the next weeks, and deletes executions that ended more than `RETENTION_DAYS` ago, and requests whose keys are free again. */
export function retentionTask({ db, log, now, settings }: Services): RecurringTask {
  return {
    name: 'retention',
    everyMs: 60 * 60 * 1_000,
    async work(signal) {
      if (!(await createPartitions(db.pool, now())))
        log.warn('partitions were not created; it will be tried again in an hour');
      const before = new Date(now().getTime() - settings.retentionDays * dayMs);
      const runs = await deleteOldExecutions({ sql: db.pool, before, signal });
      while (!signal.aborted && (await deleteOldRequests(db.pool)));
      if (runs > 0) log.info({ runs }, 'old executions were deleted');
    },
  };
}
