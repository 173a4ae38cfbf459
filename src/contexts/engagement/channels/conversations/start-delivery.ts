import { type ClaimingWorker, watchClaims } from '../../../../platform/watch-claims.js';
import type { Watch } from '../../../../platform/watch-due.js';
import type { WorkContext } from '../../../module.js';
import { claimDeliveries, deliveries, deliverQueuedMessage } from './deliver-queued-message.js';

/** Messages sent side by side. */
const atOnce = 20;

/** Sends what conversations have queued, as soon as it is, and again what could not be sent. */
export function startDelivery(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...{ ...worker, channel: 'message_deliveries', what: 'messages on their way', log, now, atOnce },
    ...{ sql: db.pool, table: deliveries },
    claim: (claimant) => claimDeliveries(db.pool, claimant),
    idOf: ({ messageId }) => messageId,
    work: (message, stopped) => deliverQueuedMessage(context, message, stopped),
  });
}
