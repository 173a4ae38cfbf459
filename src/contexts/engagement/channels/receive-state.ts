import { workspaceScope } from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import { notifyConversation } from './conversations/notify-conversation.js';
import { deliveryReported } from './events.js';
import { type LastState, type Report, storeDeliveryState, workspaceOfMessage } from './outbox/store-delivery-state.js';

/**
 * Keeps what a provider reported of a message, in the outbox and in the conversation that it belongs to, and publishes it.
 * Reported again, or later than what followed it, it changes nothing.
 * @param workspaceId whose provider told it; null for the server's own, which sends for all
 */
export async function receiveState(
  services: Services,
  workspaceId: string | null,
  report: Report,
  state: LastState,
): Promise<void> {
  const { db } = services;
  const owner = workspaceId ?? (await db.transaction((sql) => workspaceOfMessage(sql, report, state)));
  if (owner === null || !(await isThere(services, owner))) return;
  const scope = workspaceScope(services, owner);
  await scope.transaction(async (sql) => {
    for (const key of await storeDeliveryState(sql, owner, report, state)) {
      await notifyConversation(sql, scope, key);
      await services.events.publish(sql, deliveryReported({ workspaceId: owner, key, state, at: services.now() }));
    }
  });
}

/** Providers tell of messages whose workspace is gone, too. */
async function isThere({ db }: Services, workspaceId: string): Promise<boolean> {
  const text = '/* is_there */ select from workspaces where id = $1';
  return (await db.pool.query(text, [workspaceId])).rowCount === 1;
}
