import { workspaceEvents } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { newId } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import { type Cause, type OpenedHold, openHold, takeFailures } from '../../store/flow-holds.sql.js';
import { startQuota } from '../../store/start-quota.js';
import { fireEvent } from '../events/fire-event.js';

/** Failures that one transaction counts. */
const countedAtOnce = 500;

/**
 * Counts failures of a workspace, and holds its flows where there are as many as they say. What is counted, the hold and its event
 * are one transaction: a process that dies repeats nothing.
 * @returns how many failures were counted
 */
export function openHolds(services: Services, workspaceId: string): Promise<number> {
  return services.db.within(workspaceId).transaction(async (sql) => {
    const causes = await takeFailures(sql, workspaceId, countedAtOnce);
    let counted = 0;
    for (const { count, ...cause } of causes) {
      counted += count;
      const hold = await openHold(sql, workspaceId, cause);
      if (hold) await publish(services, sql, workspaceId, cause, hold);
    }
    return counted;
  });
}

async function publish(
  services: Services,
  sql: Sql,
  workspaceId: string,
  { flowId, nodeId, code, host }: Cause,
  { id: holdId, flowName, message, failures }: OpenedHold,
): Promise<void> {
  const data = { holdId, flowId, flowName, nodeId, code, host: host || null, message, failures };
  const event = workspaceEvents.flowHeld.of({
    id: newId(),
    workspaceId,
    timestamp: services.now().toISOString(),
    data,
  });
  services.log.warn({ workspaceId, flowId, nodeId, code, holdId }, 'a flow is held before a node that fails');
  await fireEvent(sql, event, services.get(startQuota), services.log);
}
