import type { ClaimingWorker } from '../../../platform/work/watch-claims.js';
import { type Watch, watchDue } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { fireDueSchedules } from './fire-due-schedules.js';

const nextText =
  '/* next_schedule */ select extract(epoch from min(due_at)) * 1000 as "dueMs" from flow_schedules where due_at is not null';

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
      const { rows } = await db.pool.query<{ dueMs: string | null }>(nextText);
      return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
    },
  });
}
