import type { Sql } from '../../../../../platform/database/database.js';
import type { PublicEvent } from '../../../../../platform/events/index.js';
import { type FoundWait, wakeWaits } from '../../store/event-waits.js';
import { type Caused, logRefusal } from './log-refusal.js';

/**
 * Continues the steps whose waits an event ends, in the caller's transaction. Waits whose conditions need too much work are
 * reported like the conditions of triggers, and go on.
 * @returns the executions that it continued
 */
export async function deliverToWaits(
  sql: Sql,
  event: PublicEvent,
  waits: readonly FoundWait[],
  { now, ...caused }: Omit<Caused, 'workspaceId'> & { now: Date },
): Promise<string[]> {
  const { wokenIds, overworked } = await wakeWaits(sql, event, waits);
  if (overworked.length > 0) {
    const ids = [...new Set(overworked.map(({ executionId }) => executionId))];
    const named = `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;
    const message = `WORK_LIMIT: ${event.type} did not continue waiting executions (${named}), because the conditions of their waits need too much work. Simplify them, or check them in the flow with logic.if.`;
    await logRefusal(sql, now, { workspaceId: event.workspaceId, ...caused }, message);
  }
  return wokenIds;
}
