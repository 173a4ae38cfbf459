import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { claimDeliveries, deliveries, deliverQueuedMessage } from './deliver-queued-message.js';

/** Messages that are sent concurrently. */
const atOnce = 20;

/** Sends the queued messages of conversations, and retries those that could not be sent. */
export function startDelivery(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'message_deliveries',
    what: 'message deliveries',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: deliveries,
    claim: (claimant) => claimDeliveries(db.pool, claimant),
    idOf: ({ messageId }) => messageId,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (message, stopped) => deliverQueuedMessage(context, message, stopped),
  });
}
