import type { Scope } from '../../../../platform/graphql/context.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { Wallet } from '../usage.object.js';

interface WalletRow {
  balance: string;
  reserved: string;
  updatedAt: Date;
}

/** Reads the wallet that pays for the workspace. */
export async function readWallet({ services, access: { accountId } }: Scope): Promise<Wallet> {
  const { rows } = await services.db.pool.query<WalletRow>(
    `/* read_wallet */ select balance_micros::text as balance, reserved_micros::text as reserved, updated_at as "updatedAt"
     from wallets where account_id = $1`,
    [accountId],
  );
  const { balance, reserved, updatedAt } = rows[0] as WalletRow;
  return {
    accountId,
    balance: creditText(balance),
    reserved: creditText(reserved),
    available: creditText(BigInt(balance) - BigInt(reserved)),
    currency: 'credits',
    updatedAt,
  };
}
