import { typed } from '../../../../platform/database/typed-sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { Wallet } from '../usage.object.js';
import { wallets } from './wallet.entity.js';

/** Reads the wallet that pays for the workspace. */
export async function readWallet({ services, access: { accountId } }: Scope): Promise<Wallet> {
  const { balanceMicros, reservedMicros, updatedAt } = await typed(services.db.pool, 'read_wallet', wallets)
    .selectFrom('wallets')
    .select(['balanceMicros', 'reservedMicros', 'updatedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    accountId,
    balance: creditText(balanceMicros),
    reserved: creditText(reservedMicros),
    available: creditText(BigInt(balanceMicros) - BigInt(reservedMicros)),
    currency: 'credits',
    updatedAt: new Date(updatedAt),
  };
}
