import type { Sql } from '../../../../platform/database/sql.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { ledgerTransfers, wallets } from './wallet.entity.js';

export interface LedgerVerification {
  wallets: number;
  transfers: number;
  /** The first hundred wallets that differ from their transfers or reservations. */
  problems: string[];
}

const mostProblems = 100;

/** Compares every wallet with its ledger: the balance is the sum of its transfers, and what is reserved that of its reservations. */
export async function verifyLedger(sql: Sql): Promise<LedgerVerification> {
  const counts = await typed(sql, 'count_ledger', wallets, ledgerTransfers)
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('wallets').select(fn.countAll().as('n')).as('wallets'),
      selectFrom('ledger_transfers').select(fn.countAll().as('n')).as('transfers'),
    ])
    .executeTakeFirstOrThrow();
  // Of all rows at once, so not typed.
  const { rows } = await sql.query<{ account: string; what: string; stored: string; sum: string }>(
    `/* verify_ledger */ with posted as (
       select account_id, sum(case to_account when 'wallet' then amount_micros else -amount_micros end) as sum
       from ledger_transfers group by account_id
     ), held as (select account_id, sum(amount_micros) as sum from credit_reservations group by account_id)
     select w.account_id as account, c.what, c.stored::text as stored, c.sum::text as sum
     from wallets w left join posted p using (account_id) left join held h using (account_id)
     cross join lateral (values ('balance', w.balance_micros, coalesce(p.sum, 0)),
       ('reserved credits', w.reserved_micros, coalesce(h.sum, 0))) c (what, stored, sum)
     where c.stored <> c.sum order by w.account_id, c.what limit ${mostProblems}`,
  );
  const problems = rows.map(
    ({ account, what, stored, sum }) =>
      `Wallet of account ${account}: ${what} ${stored}, but the entries add up to ${sum}.`,
  );
  return { wallets: Number(counts.wallets), transfers: Number(counts.transfers), problems };
}
