import type { Listener } from '../../platform/database/listener.js';
import { watchClaims } from '../../platform/watch-claims.js';
import type { Watch } from '../../platform/watch-due.js';
import { claimDeliveries, type DeliveryDeps, deliverMessage } from './deliver-message.js';

/** Messages sent side by side. */
const atOnce = 20;

const nextText = `/* next_delivery */ select extract(epoch from min(greatest(due_at, claimed_until))) * 1000 as "dueMs"
  from message_deliveries`;

/** Sends what conversations have queued, as soon as it is, and again what could not be sent. */
export function startDelivery(deps: DeliveryDeps, listener: Listener): Watch {
  const { db, log, now } = deps.services;
  return watchClaims({
    ...{ listener, channel: 'message_deliveries', what: 'messages on their way', log, now, atOnce },
    claim: (limit) => claimDeliveries(db.pool, now(), limit),
    work: (message, stopped) => deliverMessage(deps, message, stopped),
    async nextDue() {
      const { rows } = await db.pool.query<{ dueMs: string | null }>(nextText);
      return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
    },
  });
}
