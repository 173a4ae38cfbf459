import type { Logger } from 'pino';
import { workspaceEvents } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import type { Disconnected } from '../../../connections/index.js';
import type { StartQuota } from '../../store/start-quota.js';
import { fireEvent } from './fire-event.js';

/** Publishes `connection.disconnected`, in the transaction that says that the connection must be connected again. */
export async function fireConnectionDisconnected(
  sql: Sql,
  { id, workspaceId, at, ...data }: Disconnected,
  quota: StartQuota,
  log: Logger,
): Promise<void> {
  const timestamp = at.toISOString();
  const event = workspaceEvents.connectionDisconnected.of({ id, workspaceId, timestamp, data });
  await fireEvent(sql, event, quota, log);
}
