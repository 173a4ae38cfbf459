import { eventType } from '../../../../platform/events/index.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';

/** The available credits of an account have fallen below the limit of the server. */
export const walletLow = eventType<{
  id: string;
  workspaceId: string;
  at: Date;
  accountId: string;
  /** Credits, as decimals. */
  available: string;
  limit: string;
}>('wallet.low');

/** Wallets of one pass; the others follow in the next one. */
const atOnce = 100;

/** $1: the limit in micro-credits. Those that have more again can become low once more. */
const lowText = `/* low_wallets */ with recovered as (
  delete from low_wallets n using wallets w where w.account_id = n.account_id and w.balance_micros - w.reserved_micros >= $1
)
select w.account_id as "accountId" from wallets w where w.balance_micros - w.reserved_micros < $1
  and not exists (select from low_wallets n where n.account_id = w.account_id) limit ${atOnce}`;

const takeText = `/* take_low_wallet */ with taken as (
  insert into low_wallets (account_id) values ($1) on conflict do nothing returning account_id
)
select s.id as "workspaceId", (w.balance_micros - w.reserved_micros)::text as available
from taken t join wallets w on w.account_id = t.account_id join workspaces s on s.account_id = t.account_id`;

/** Publishes to the workspaces of each account that its wallet is low, once until it has more again. */
export async function publishLowWallets({ db, events, now, settings }: Services): Promise<void> {
  const limit = BigInt(settings.walletLowCredits) * 1_000_000n;
  const { rows } = await db.pool.query<{ accountId: string }>(lowText, [limit]);
  for (const { accountId } of rows) {
    await db.transaction(async (sql) => {
      const taken = await sql.query<{ workspaceId: string; available: string }>(takeText, [accountId]);
      for (const { workspaceId, available } of taken.rows) {
        const credits = { available: creditText(available), limit: creditText(limit) };
        await events.publish(sql, walletLow({ id: newId(), workspaceId, at: now(), accountId, ...credits }));
      }
    });
  }
}
