import type { EntityManager } from '@mikro-orm/postgresql';
import { nextScheduledTime, readSchedule } from '../../../../nodes/index.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';

// A change of something else leaves the time alone: what is due stays due.
const keep = `/* keep_schedule */ insert into flow_schedules as s (workspace_id, flow_id, config, due_at) values (?, ?, ?, ?)
  on conflict (workspace_id, flow_id) do update set config = excluded.config, due_at = excluded.due_at
  where s.config is distinct from excluded.config`;
const drop = '/* drop_schedule */ delete from flow_schedules where workspace_id = ? and flow_id = ?';
const wake = `/* wake_scheduler */ select pg_notify('flow_schedules', '')`;

/** Sees to it that a locked flow has a next time exactly while it is active and started by a schedule. */
export async function keepSchedule(em: EntityManager, { workspaceId, services }: Scope, flow: Flow): Promise<void> {
  if (!flow.isActive || flow.triggerType !== 'schedule') {
    await em.execute(drop, [workspaceId, flow.id]);
    return;
  }
  const config = readSchedule(flow.settings.triggerConfig);
  await em.execute(keep, [workspaceId, flow.id, JSON.stringify(config), nextScheduledTime(config, services.now())]);
  await em.execute(wake);
}
