import type { Sql } from '../../../platform/database/sql.js';
import { type LostRights, rightsLost } from './events.js';
import type { PausedAutomations } from './pause-automations.js';

/** Pauses what can run no more as a user or an API key, in the transaction in which they lose rights. */
export async function loseRights(
  sql: Sql,
  lost: Pick<LostRights, 'scope' | 'runAs' | 'held' | 'at'>,
): Promise<PausedAutomations> {
  const paused: PausedAutomations = { flows: [], webhooks: [] };
  await lost.scope.services.events.publish(sql, rightsLost({ ...lost, paused }));
  return paused;
}
