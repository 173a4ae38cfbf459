import { typed } from '../../../platform/database/typed-sql.js';
import type { ClaimingWorker } from '../../../platform/work/watch-claims.js';
import { type Watch, watchDue } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { flowTriggers } from '../flows/index.js';
import { fireDueSchedules } from './fire-due-schedules.js';

/** Starts scheduled flows when they are due. Sleeps until the next schedule is due, or until a schedule changes. */
export function startScheduler({ services }: WorkContext, { listener }: ClaimingWorker): Watch {
  const { db, log, now } = services;
  return watchDue({
    listener,
    channel: 'flow_schedules',
    what: 'schedules',
    log,
    now,
    fire: () => fireDueSchedules(services),
    async nextDue() {
      const next = await typed(db.pool, 'next_schedule', flowTriggers)
        .selectFrom('flow_triggers')
        .select(({ fn }) => fn.min('dueAt').as('dueAt'))
        .where('dueAt', 'is not', null)
        .where('type', '=', 'schedule')
        .executeTakeFirst();
      return next?.dueAt ? new Date(next.dueAt).getTime() : null;
    },
  });
}
