import type { Logger } from 'pino';
import type { Sql } from '../../../../../platform/database/database.js';
import type { Cause } from '../../../../../platform/events/index.js';
import { newId } from '../../../../../platform/new-id.js';
import type { CrmEvent } from '../../../../crm/definitions/index.js';
import type { StartQuota } from '../../store/start-quota.js';
import { fireEvent, listenedEvents } from './fire-event.js';

/** Events of one change to a workspace's records. */
export interface CrmEvents {
  workspaceId: string;
  events: readonly CrmEvent[];
  at: Date;
  cause: Cause | undefined;
}

/** Publishes events in the transaction of their change. Costs one read if no flow or step subscribes to them. */
export async function fireCrmEvents(
  sql: Sql,
  { workspaceId, events, at, cause: causedBy }: CrmEvents,
  quota: StartQuota,
  log: Logger,
): Promise<void> {
  const types = events.map(({ definition }) => definition.type);
  const listened = await listenedEvents(sql, workspaceId, types);
  const timestamp = at.toISOString();
  for (const { definition, ...changed } of events) {
    if (!listened.has(definition.type)) continue;
    const event = definition.of({ id: newId(), timestamp, workspaceId, causedBy, ...changed });
    await fireEvent(sql, event, quota, log);
  }
}
