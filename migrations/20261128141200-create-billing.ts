import { Migration } from '@mikro-orm/migrations';

/**
 * Wallets, their ledger in double entry, and what operations cost. A wallet's balance is written by the ledger alone, and what
 * is reserved by its reservations alone: see docs/decisions/credits.md.
 */
export class CreateBilling extends Migration {
  override up(): void {
    this.addSql(`
      -- Credits are integers of a millionth: no rounding, ever.
      create table wallets (
        account_id uuid primary key references accounts (id),
        balance_micros bigint not null default 0 check (balance_micros >= 0),
        reserved_micros bigint not null default 0 check (reserved_micros >= 0),
        updated_at timestamptz(3) not null default now(),
        -- Its last change, for live feeds: a wallet pays for several workspaces and changes with each billable operation, so
        -- its row says it itself.
        tx xid8 not null default pg_current_xact_id(),
        constraint wallets_covers_reserved check (reserved_micros <= balance_micros)
      );

      -- One row moves an amount from one book to another, so the books of an account sum to zero. Each row concerns the
      -- wallet, whose balance is what the rows put into it.
      create table ledger_transfers (
        account_id uuid not null references wallets (account_id),
        -- Of a settled operation: the id of its usage event.
        id uuid not null default uuidv7(),
        kind text not null check (kind in ('opening', 'top_up', 'adjustment', 'usage')),
        from_account text not null check (from_account in ('wallet', 'funding', 'adjustments', 'consumption')),
        to_account text not null check (to_account in ('wallet', 'funding', 'adjustments', 'consumption')),
        amount_micros bigint not null check (amount_micros > 0),
        -- The payer's name for it: the same one is booked once.
        reference text,
        note text,
        created_at timestamptz(3) not null default now(),
        primary key (account_id, id),
        check (from_account <> to_account and 'wallet' in (from_account, to_account))
      );
      create unique index ledger_transfers_reference on ledger_transfers (account_id, kind, reference) where reference is not null;

      -- Credits that an operation in progress may take, at most. They still belong to the wallet, but nothing else may spend them.
      create table credit_reservations (
        workspace_id uuid not null,
        -- Outside executions: an id of its own.
        execution_id uuid not null,
        -- The operation within the execution: node, iteration and its number, by which a repeated step finds it.
        operation text not null,
        account_id uuid not null references wallets (account_id),
        flow_id uuid,
        amount_micros bigint not null check (amount_micros > 0),
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id, operation)
      );
      create index credit_reservations_flow on credit_reservations (workspace_id, flow_id);
      create index credit_reservations_created on credit_reservations (created_at);
      select enable_tenant_isolation('credit_reservations');

      -- Wallets are locked in the order of their accounts, so that no two statements wait for each other; and by the lock
      -- of an update that leaves the key alone, which foreign keys to the wallet do not wait for: see docs/decisions/credits.md.
      create function post_transfers() returns trigger language plpgsql as $function$
      begin
        perform from wallets where account_id in (select account_id from posted) order by account_id for no key update;
        update wallets w set balance_micros = w.balance_micros + p.change, updated_at = now()
        from (
          select account_id, sum(case to_account when 'wallet' then amount_micros else -amount_micros end)::bigint as change
          from posted group by account_id
        ) p
        where w.account_id = p.account_id;
        return null;
      end
      $function$;
      create trigger ledger_transfers_post after insert on ledger_transfers
        referencing new table as posted for each statement execute function post_transfers();

      create function refuse_change() returns trigger language plpgsql as $function$
      begin
        raise exception '% is append-only: book a transfer the other way instead', tg_table_name;
      end
      $function$;
      create trigger ledger_transfers_keep before update or delete or truncate on ledger_transfers
        for each statement execute function refuse_change();

      create function hold_credits() returns trigger language plpgsql as $function$
      begin
        perform from wallets where account_id in (select account_id from changed) order by account_id for no key update;
        update wallets w set updated_at = now(),
          reserved_micros = w.reserved_micros + case tg_op when 'INSERT' then c.amount else -c.amount end
        from (select account_id, sum(amount_micros)::bigint as amount from changed group by account_id) c
        where w.account_id = c.account_id;
        return null;
      end
      $function$;
      create trigger credit_reservations_hold after insert on credit_reservations
        referencing new table as changed for each statement execute function hold_credits();
      create trigger credit_reservations_free after delete on credit_reservations
        referencing old table as changed for each statement execute function hold_credits();
      create trigger credit_reservations_keep before update or truncate on credit_reservations
        for each statement execute function refuse_change();

      -- The triggers above are the only ones that move credits.
      create function guard_wallets() returns trigger language plpgsql as $function$
      begin
        if pg_trigger_depth() > 1 or (tg_op = 'INSERT' and new.balance_micros = 0 and new.reserved_micros = 0) then
          new.tx := pg_current_xact_id();
          return new;
        end if;
        raise exception 'a wallet is changed by transfers and reservations only';
      end
      $function$;
      create trigger wallets_guard before insert or update on wallets for each row execute function guard_wallets();

      -- Wallets of which it was published that they are low.
      create table low_wallets (
        account_id uuid primary key references wallets (account_id) on delete cascade,
        since timestamptz(3) not null default now()
      );

      -- What each kind of operation costs, from when on, by app and country.
      create table credit_rates (
        id uuid primary key default uuidv7(),
        -- Null: the base rate, for every account. Otherwise this account's own, which precedes the base rates.
        account_id uuid references accounts (id),
        event_type text not null,
        -- What does it: smtp, twilio, whatsapp, llm …
        app text not null,
        -- ISO 3166, two letters; null: wherever no other rate names the country.
        country text check (country ~ '^[A-Z]{2}$'),
        unit text not null,
        credits_per_unit_micros bigint not null check (credits_per_unit_micros >= 0),
        -- The latest one that has begun applies.
        effective_from timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now(),
        constraint credit_rates_unique unique nulls not distinct (account_id, event_type, app, country, effective_from)
      );
    `);
  }
}
