import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { workspaceScope } from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import type { Workspace } from '../../accounts/workspaces/index.js';
import { notifyConversation } from './conversations/notify-conversation.js';
import { deliveryReported } from './events.js';
import { type LastState, type Report, storeDeliveryState, workspaceOfMessage } from './outbox/store-delivery-state.js';

/**
 * Stores the delivery state that a provider reported, in the outbox and in the message's conversation, and publishes it. A
 * report that is repeated or out of order changes nothing.
 * @param workspaceId the workspace whose provider reported; null for the server's provider, which sends for all workspaces
 */
export async function receiveState(
  services: Services,
  workspaceId: string | null,
  report: Report,
  state: LastState,
): Promise<void> {
  const { db } = services;
  const owner = workspaceId ?? (await db.transaction((sql) => workspaceOfMessage(sql, report, state)));
  if (owner === null || !(await workspaceExists(services, owner))) return;
  const scope = workspaceScope(services, owner);
  await scope.transaction(async (sql) => {
    for (const key of await storeDeliveryState(sql, owner, report, state)) {
      await notifyConversation(sql, scope, key);
      await services.events.publish(sql, deliveryReported({ workspaceId: owner, key, state, at: services.now() }));
    }
  });
}

/** Providers also report messages of workspaces that have been deleted. */
async function workspaceExists({ db }: Services, workspaceId: string): Promise<boolean> {
  const workspace = await typed(db.pool, 'workspace_exists', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return workspace !== undefined;
}
