import type { Sql } from '../../../../platform/database/sql.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { eventType, type Occurrence } from '../../../../platform/events/index.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { lowWallets, wallets } from './wallet.entity.js';

/** The available credits of an account have fallen below the limit of the server. */
export const walletLow =
  eventType<
    Occurrence<{
      accountId: string;
      /** Credits, as decimals. */
      available: string;
      limit: string;
    }>
  >('wallet.low');

/** Wallets of one pass; the others follow in the next one. */
const atOnce = 100;

/** $1: the limit in micro-credits. Those that have more again can become low once more. Of all wallets at once, so not typed. */
const lowText = `/* low_wallets */ with recovered as (
  delete from low_wallets n using wallets w where w.account_id = n.account_id and w.balance_micros - w.reserved_micros >= $1
)
select w.account_id as "accountId" from wallets w where w.balance_micros - w.reserved_micros < $1
  and not exists (select from low_wallets n where n.account_id = w.account_id) limit ${atOnce}`;

/** Publishes to the workspaces of each account that its wallet is low, once until it has more again. */
export async function publishLowWallets({ db, events, now, settings }: Services): Promise<void> {
  const limit = BigInt(settings.walletLowCredits) * 1_000_000n;
  const { rows } = await db.pool.query<{ accountId: string }>(lowText, [limit]);
  for (const { accountId } of rows) {
    await db.transaction(async (sql) => {
      for (const { workspaceId, balanceMicros, reservedMicros } of await takeLow(sql, accountId)) {
        const available = BigInt(balanceMicros) - BigInt(reservedMicros);
        const data = { accountId, available: creditText(available), limit: creditText(limit) };
        await events.publish(sql, walletLow({ id: newId(), workspaceId, timestamp: now().toISOString(), data }));
      }
    });
  }
}

/** Takes a wallet unless another process has. @returns it, for each workspace that it pays for */
function takeLow(sql: Sql, accountId: string) {
  return typed(sql, 'take_low_wallet', lowWallets, wallets, tableOf<Workspace>()('workspaces'))
    .with('taken', (db) =>
      db
        .insertInto('low_wallets')
        .values({ accountId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('accountId'),
    )
    .selectFrom('taken as t')
    .innerJoin('wallets as w', 'w.accountId', 't.accountId')
    .innerJoin('workspaces as s', 's.accountId', 't.accountId')
    .select(['s.id as workspaceId', 'w.balanceMicros', 'w.reservedMicros'])
    .execute();
}
