import type { Sql } from '../../../../src/platform/database/database.js';

/** The balance of a wallet, and what its ledger and its reservations add up to, in micro-credits. */
export interface LedgerAccounts {
  balance: number;
  ledger: number;
  reserved: number;
  held: number;
}

/** Reads the ledger accounts of the account that pays for a workspace. */
export async function ledgerAccountsOf(sql: Sql, workspaceId: string): Promise<LedgerAccounts> {
  const { rows } = await sql.query<LedgerAccounts>(
    `select balance_micros::float8 as balance, reserved_micros::float8 as reserved,
       (select coalesce(sum(case to_account when 'wallet' then amount_micros else -amount_micros end), 0)::float8
        from ledger_transfers t where t.account_id = w.account_id) as ledger,
       (select coalesce(sum(amount_micros), 0)::float8 from credit_reservations r where r.account_id = w.account_id) as held
     from wallets w where account_id = (select account_id from workspaces where id = $1)`,
    [workspaceId],
  );
  return rows[0] as LedgerAccounts;
}
