import type { Cause } from '../events/index.js';
import type { Services } from '../services.js';
import type { RecordScope } from './record-definition.js';

/**
 * The scope in which the server itself reads and writes the records of a workspace.
 * @param cause the step that causes it
 */
export function workspaceScope(
  services: Pick<Services, 'db' | 'events' | 'now'>,
  workspaceId: string,
  cause?: Cause,
): RecordScope {
  const sql = services.db.within(workspaceId);
  return { workspaceId, sql, transaction: sql.transaction, services, ...(cause && { cause }) };
}
