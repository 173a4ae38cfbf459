import type { Services } from '../../../platform/services.js';
import { hearDelivery } from '../campaigns/index.js';
import { keepState, type LastState, type Report, workspaceOfMessage } from '../outbox/index.js';
import { tellConversation } from './tell-conversation.js';

/**
 * Keeps what a provider told of a message: in the outbox, and in the conversation or the campaign that it belongs to. Told again, or
 * later than what followed it, it changes nothing.
 * @param workspaceId whose provider told it; null for the server's own, which sends for all
 */
export async function hearState(
  services: Services,
  workspaceId: string | null,
  report: Report,
  state: LastState,
): Promise<void> {
  const { db } = services;
  const owner = workspaceId ?? (await db.transaction((sql) => workspaceOfMessage(sql, report, state)));
  if (owner === null || !(await isThere(services, owner))) return;
  const walled = db.within(owner);
  const scope = { workspaceId: owner, sql: walled, transaction: walled.transaction, services };
  await walled.transaction(async (sql) => {
    for (const key of await keepState(sql, owner, report, state)) {
      await tellConversation(sql, scope, key);
      await hearDelivery(sql, owner, key, state, services.now());
    }
  });
}

/** Providers tell of messages whose workspace is gone, too. */
async function isThere({ db }: Services, workspaceId: string): Promise<boolean> {
  const text = '/* is_there */ select from workspaces where id = $1';
  return (await db.pool.query(text, [workspaceId])).rowCount === 1;
}
