import { Migration } from '@mikro-orm/migrations';

/**
 * The foreign keys to a wallet share its row, and the triggers then locked it against that very sharing: two postings at
 * once waited for each other. The lock of an update that leaves the key alone gets along with foreign keys: see
 * docs/adr/0048.
 */
export class LockWalletsOnce extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function post_transfers() returns trigger language plpgsql as $function$
      begin
        perform from wallets where account_id in (select account_id from posted) order by account_id for no key update;
        update wallets w set balance_micros = w.balance_micros + p.change, updated_at = now()
        from (
          select account_id, sum(case to_book when 'wallet' then amount_micros else -amount_micros end)::bigint as change
          from posted group by account_id
        ) p
        where w.account_id = p.account_id;
        return null;
      end
      $function$;

      create or replace function hold_credits() returns trigger language plpgsql as $function$
      begin
        perform from wallets where account_id in (select account_id from changed) order by account_id for no key update;
        update wallets w set updated_at = now(),
          reserved_micros = w.reserved_micros + case tg_op when 'INSERT' then c.amount else -c.amount end
        from (select account_id, sum(amount_micros)::bigint as amount from changed group by account_id) c
        where w.account_id = c.account_id;
        return null;
      end
      $function$;
    `);
  }
}
