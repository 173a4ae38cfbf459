import { Migration } from '@mikro-orm/migrations';

/**
 * One row for each metered operation, sums by hour and day, and budgets. Sums follow by deltas, written in the transaction of the
 * events and added up later, so that no two writers wait for each other: see docs/decisions/lists-and-totals.md.
 */
export class CreateUsage extends Migration {
  override up(): void {
    this.addSql(`
      -- No foreign key to workspaces: what an account consumed stays when a workspace is deleted. None to accounts either,
      -- which are never deleted: each execution writes an event, and would look up and lock the row of its account.
      create table usage_events (
        workspace_id uuid not null,
        -- Its time is the time of the event; made by what did the operation, so that it is written once.
        id uuid not null,
        account_id uuid not null,
        event_type text not null,
        app text not null,
        country text,
        source text not null check (source in ('platform', 'byok')),
        quantity numeric not null check (quantity >= 0),
        unit text not null,
        credits_micros bigint not null check (credits_micros >= 0),
        flow_id uuid,
        execution_id uuid,
        metadata json not null default '{}',
        created_at timestamptz(3) not null generated always as (uuid_extract_timestamp(id)) stored,
        primary key (workspace_id, id),
        check (source = 'platform' or credits_micros = 0)
      );
      create index usage_events_account on usage_events (account_id, id);
      -- Executions are most of the events; these find the others among them.
      create index usage_events_type on usage_events (account_id, event_type, id) where event_type <> 'flow_execution';
      create index usage_events_byok on usage_events (account_id, id) where source = 'byok';
      -- The same for one workspace of the account.
      create index usage_events_workspace_type on usage_events (workspace_id, event_type, id) where event_type <> 'flow_execution';
      create index usage_events_workspace_byok on usage_events (workspace_id, id) where source = 'byok';
      create index usage_events_execution on usage_events (workspace_id, execution_id) where event_type <> 'flow_execution';
      select enable_tenant_isolation('usage_events');

      create table usage_hours (
        account_id uuid not null,
        hour timestamptz not null,
        workspace_id uuid not null,
        event_type text not null,
        source text not null,
        events bigint not null,
        quantity numeric not null,
        credits_micros bigint not null,
        primary key (account_id, hour, workspace_id, event_type, source)
      );
      create index usage_hours_workspace on usage_hours (workspace_id, hour);
      select enable_tenant_isolation('usage_hours');

      -- What the hours do not include yet.
      create table usage_deltas (like usage_hours);
      create index usage_deltas_account on usage_deltas (account_id);
      select enable_tenant_isolation('usage_deltas');

      create function count_usage() returns trigger language plpgsql as $function$
      begin
        insert into usage_deltas (account_id, hour, workspace_id, event_type, source, events, quantity, credits_micros)
        select account_id, date_trunc('hour', created_at, 'UTC'), workspace_id, event_type, source, count(*), sum(quantity),
          sum(credits_micros)
        from added group by 1, 2, 3, 4, 5;
        return null;
      end
      $function$;
      create trigger usage_events_count after insert on usage_events
        referencing new table as added for each statement execute function count_usage();
      create trigger usage_events_keep before update or delete or truncate on usage_events
        for each statement execute function refuse_change();

      -- A summary of 90 days would read 8,600 rows of hours. Days follow the hours by triggers, no matter what adds to them.
      create table usage_days (
        account_id uuid not null references accounts (id),
        -- The beginning of the day in UTC.
        day timestamptz not null,
        workspace_id uuid not null,
        event_type text not null,
        source text not null,
        events bigint not null,
        quantity numeric not null,
        credits_micros bigint not null,
        primary key (account_id, day, workspace_id, event_type, source)
      );
      create index usage_days_workspace on usage_days (workspace_id, day);
      select enable_tenant_isolation('usage_days');

      create function sum_usage_days() returns trigger language plpgsql as $function$
      begin
        insert into usage_days as d (account_id, day, workspace_id, event_type, source, events, quantity, credits_micros)
        select account_id, date_trunc('day', hour, 'UTC'), workspace_id, event_type, source, sum(events), sum(quantity), sum(credits_micros)
        from added group by 1, 2, 3, 4, 5
        on conflict (account_id, day, workspace_id, event_type, source) do update set
          events = d.events + excluded.events, quantity = d.quantity + excluded.quantity,
          credits_micros = d.credits_micros + excluded.credits_micros;
        return null;
      end
      $function$;
      create function resum_usage_days() returns trigger language plpgsql as $function$
      begin
        -- An hour's key does not change, only what it sums up.
        update usage_days d set events = d.events + c.events, quantity = d.quantity + c.quantity,
          credits_micros = d.credits_micros + c.credits_micros
        from (
          select account_id, date_trunc('day', hour, 'UTC') as day, workspace_id, event_type, source, sum(events) as events,
            sum(quantity) as quantity, sum(credits_micros) as credits_micros
          from (
            select account_id, hour, workspace_id, event_type, source, events, quantity, credits_micros from added
            union all
            select account_id, hour, workspace_id, event_type, source, -events, -quantity, -credits_micros from gone
          ) changed group by 1, 2, 3, 4, 5
        ) c
        where d.account_id = c.account_id and d.day = c.day and d.workspace_id = c.workspace_id and d.event_type = c.event_type
          and d.source = c.source;
        return null;
      end
      $function$;
      create trigger usage_hours_added after insert on usage_hours
        referencing new table as added for each statement execute function sum_usage_days();
      create trigger usage_hours_changed after update on usage_hours
        referencing new table as added old table as gone for each statement execute function resum_usage_days();

      -- What each flow has spent on a day of its workspace, for its budget.
      create table flow_spending (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        flow_id uuid not null,
        day date not null,
        credits_micros bigint not null,
        primary key (workspace_id, flow_id, day)
      );
      select enable_tenant_isolation('flow_spending');

      -- What each workspace has spent on a day in its time zone, in flows and outside of them.
      create table workspace_spending (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        day date not null,
        credits_micros bigint not null,
        primary key (workspace_id, day)
      );
      select enable_tenant_isolation('workspace_spending');

      -- Budgets that were exceeded, each once for each period and limit; published within a second.
      create table budget_notices (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        -- Null: the budget of the workspace.
        flow_id uuid,
        period text not null check (period in ('day', 'month')),
        begins date not null,
        limit_micros bigint not null,
        exceeded_at timestamptz(3) not null default now(),
        -- When its event is published; later after an attempt that failed, null once it was published.
        due_at timestamptz(3) default now(),
        primary key (workspace_id, id),
        constraint budget_notices_once unique nulls not distinct (workspace_id, flow_id, period, begins, limit_micros)
      );
      create index budget_notices_pending on budget_notices (due_at) where due_at is not null;
      select enable_tenant_isolation('budget_notices');

      -- What was spent since a day, with the credits that operations in progress have reserved. Volatile, so it reads what was
      -- committed before the wallet was locked, unlike the statement that locks it and calls this.
      create function spent_or_reserved(workspace uuid, flow uuid, since date) returns bigint language plpgsql volatile
      as $function$
      begin
        if flow is null then
          return coalesce((select sum(credits_micros) from workspace_spending where workspace_id = workspace and day >= since), 0)
            + coalesce((select sum(amount_micros) from credit_reservations where workspace_id = workspace), 0);
        end if;
        return coalesce((select sum(credits_micros) from flow_spending
            where workspace_id = workspace and flow_id = flow and day >= since), 0)
          + coalesce((select sum(amount_micros) from credit_reservations where workspace_id = workspace and flow_id = flow), 0);
      end
      $function$;
    `);
  }
}
