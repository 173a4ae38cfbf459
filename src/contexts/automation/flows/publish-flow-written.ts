import type { Sql } from '../../../platform/database/database.js';
import { rowsWritten } from '../../../platform/events/index.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { Flow } from './flow.entity.js';

/** Publishes that a flow's row was written, in the transaction of the change. */
export function publishFlowWritten(tx: Sql, { services }: Scope, { workspaceId, id }: Flow): Promise<void> {
  return services.events.publish(tx, rowsWritten({ table: 'flows', workspaceId, ids: [id] }));
}
