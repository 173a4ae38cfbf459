import { type ClaimingWorker, watchClaims } from '../../../../platform/watch-claims.js';
import type { Watch } from '../../../../platform/watch-due.js';
import { claimDeliveries, type DeliveryDeps, deliveries, deliverMessage } from './deliver-message.js';

/** Messages sent side by side. */
const atOnce = 20;

/** Sends what conversations have queued, as soon as it is, and again what could not be sent. */
export function startDelivery(deps: DeliveryDeps, worker: ClaimingWorker): Watch {
  const { db, log, now } = deps.services;
  return watchClaims({
    ...{ ...worker, channel: 'message_deliveries', what: 'messages on their way', log, now, atOnce },
    ...{ sql: db.pool, table: deliveries },
    claim: (claimant) => claimDeliveries(db.pool, claimant),
    idOf: ({ messageId }) => messageId,
    work: (message, stopped) => deliverMessage(deps, message, stopped),
  });
}
