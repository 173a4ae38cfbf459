import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { nextScheduledTime, readSchedule } from '../../../nodes/index.js';
import { storedForm } from '../../../platform/database/storable-json.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { Flow } from './flow.entity.js';
import { flowSchedules } from './flow-schedule.entity.js';

const wakeScheduler = `/* wake_scheduler */ select 'flow_schedules' as notifies`;

/** Ensures that a locked flow has a next scheduled time exactly while it is active and its trigger is a schedule. */
export async function syncSchedule(em: EntityManager, { workspaceId, services }: Scope, flow: Flow): Promise<void> {
  const key = { workspaceId, flowId: flow.id };
  if (!flow.isActive || flow.triggerType !== 'schedule') {
    await em.nativeDelete(flowSchedules, key);
    return;
  }
  const config = storedForm(readSchedule(flow.settings.triggerConfig));
  // Locked, because the scheduler sets the next time, too.
  const existing = await em.findOne(flowSchedules, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // A change of anything else keeps the next time: a schedule that is due stays due.
  if (existing && isDeepStrictEqual(existing.config, config)) return;
  const schedule = { config, dueAt: nextScheduledTime(config, services.now()) };
  em.persist(existing ? em.assign(existing, schedule) : em.create(flowSchedules, { ...key, ...schedule }));
  await em.execute(wakeScheduler);
}
