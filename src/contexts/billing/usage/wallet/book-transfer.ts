import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { ledgerTransfers } from './wallet.entity.js';

/** A manual transfer into a wallet, or out of it if `micros` is negative. */
export interface Booking {
  accountId: string;
  kind: 'top_up' | 'adjustment';
  /** Micro-credits, not 0. */
  micros: bigint;
  /** The payer's name for the transfer, which is booked once. */
  reference: string;
  note?: string | null;
}

interface BookedRow {
  amount: string;
  booked: boolean;
}

/**
 * Books a top-up or an adjustment, once for each reference of an account.
 * @returns false if it was booked before
 * @throws AppError CONFLICT if the reference was used for another amount, or if the wallet has insufficient funds;
 * NOT_FOUND for an unknown account
 */
export async function bookTransfer(sql: Sql, { accountId, kind, micros, reference, note }: Booking): Promise<boolean> {
  const other = kind === 'top_up' ? 'funding' : 'adjustments';
  const [from, to] = micros > 0n ? [other, 'wallet'] : ['wallet', other];
  const amount = micros > 0n ? micros : -micros;
  // Locks and writes in one statement, so not typed. The lock of the wallet waits for concurrent bookings of the same reference, whose row is then visible.
  const { rows } = await sql
    .query<BookedRow>(
      `/* book_transfer */
       with payer as materialized (
         select account_id from wallets where account_id = $1 for no key update
       ), booked as (
         insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros, reference, note)
         select account_id, $2, $3, $4, $5::bigint, $6, $7 from payer
         on conflict (account_id, kind, reference) where reference is not null do nothing
         returning amount_micros
       )
       select amount_micros::text as amount, true as booked from booked`,
      [accountId, kind, from, to, String(amount), reference, note ?? null],
    )
    .catch(refuseOverdraft);
  if (rows[0]) return true;
  const earlier = await typed(sql, 'find_transfer', ledgerTransfers)
    .selectFrom('ledger_transfers')
    .select(['toAccount', 'amountMicros'])
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!earlier) throw notFound('account');
  const booked = BigInt(earlier.amountMicros);
  if ((earlier.toAccount === 'wallet' ? booked : -booked) === micros) return false;
  const message = `The reference ${reference} was already used for another amount. Use a different reference for each payment.`;
  throw new AppError('CONFLICT', message, [{ field: 'reference', message }]);
}

function refuseOverdraft(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23514' || !constraint?.startsWith('wallets_')) throw error;
  throw new AppError('CONFLICT', 'The wallet has insufficient funds; reserved credits cannot be taken out.');
}
