import { createHash } from 'node:crypto';
import type { Rate } from '../../../nodes/index.js';
import type { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/** Hours in advance for which slots are reserved. */
export const slotHoursAtMost = 24;

/** Milliseconds after its slot in which a call may still start; later the slot is lost. */
export function lateMsAtMost({ seconds }: Pick<Rate, 'seconds'>): number {
  return Math.min(1_000, seconds * 50);
}

/**
 * Microseconds between two slots. The time of the window, and that by which a call may be late, are spread over `count` slots:
 * slot `count + 1` is then a whole window after the latest start in the first one. So no window, wherever it begins, has more
 * than `count` starts. A burst would need room in the windows before and after it, hence there is none.
 */
export function slotMicros(rate: Pick<Rate, 'count' | 'seconds'>): number {
  return Math.ceil((rate.seconds * 1e6 + lateMsAtMost(rate) * 1e3) / rate.count);
}

/*
 * A reservation (GCRA without a burst tolerance) in one row for each key: the next call gets the next slot, and waits for
 * it once. Rejected: rate-limiter-flexible, which limits the requests of clients here. It counts, and refuses beyond the count:
 * each waiting step would wake at the end of each window to compete again, in no order.
 *
 * The row is locked before its new time is computed, so that slots are given in the order in which they are asked for. The times
 * are those of the clock: the transaction may have waited for the row. Without a row returned, nothing was reserved. The second
 * call of a rate of one a day waits for a day and a little; the third one at that time is refused.
 */
const reserveSql = `/* reserve_slot */
insert into rate_slots as r (workspace_id, key, next_at)
values ($1, $2, clock_timestamp() + $4::float8 * interval '1 millisecond' + $3::float8 * interval '1 microsecond')
on conflict (workspace_id, key) do update
  set next_at = greatest(r.next_at, clock_timestamp() + $4::float8 * interval '1 millisecond') + $3::float8 * interval '1 microsecond'
  where r.next_at <= clock_timestamp() + interval '${slotHoursAtMost} hours 1 minute'
returning ((extract(epoch from next_at) - $3::numeric / 1000000) * 1000)::float8 as "atMs"`;

/** A slot to reserve. */
export interface SlotRequest extends Rate {
  workspaceId: string;
  /** Milliseconds before which the slot must not be. Defaults to 0. */
  aheadMs?: number;
}

/**
 * Reserves the next slot of a rate, in one statement. Reservations with the same key share their slots, whatever their counts.
 * @returns when the call may start, in milliseconds since 1970 by the database's clock; null if that is more than a day ahead
 */
export async function reserveSlot(
  db: Pick<Database, 'within'>,
  { workspaceId, key, aheadMs = 0, ...rate }: SlotRequest,
): Promise<number | null> {
  // Of a fixed length, whatever the key is.
  const hash = createHash('sha256').update(key).digest('hex');
  const values = [workspaceId, hash, slotMicros(rate), aheadMs];
  const { rows } = await db.within(workspaceId).query<{ atMs: number }>(statement(reserveSql, values));
  return rows[0]?.atMs ?? null;
}
