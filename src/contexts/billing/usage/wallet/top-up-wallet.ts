import type { Scope } from '../../../../platform/graphql/context.js';
import { creditMicros } from '../../../../platform/metering/credit-amount.js';
import type { TopUpWalletInput } from '../usage.input.js';
import type { Wallet } from '../usage.object.js';
import { bookTransfer } from './book-transfer.js';
import { readWallet } from './read-wallet.js';

/** Adds credits to the wallet, once for each reference. @throws AppError CONFLICT */
export async function topUpWallet(scope: Scope, { amount, reference }: TopUpWalletInput): Promise<Wallet> {
  const micros = creditMicros(amount) as bigint;
  await bookTransfer(scope.services.db.pool, { accountId: scope.access.accountId, kind: 'top_up', micros, reference });
  return readWallet(scope);
}
