import { Migration } from '@mikro-orm/migrations';

/** What workspaces and flows may spend in a day and in a month. See docs/adr/0079. */
export class AddBudgets extends Migration {
  override up(): void {
    this.addSql(`
      alter table workspaces
        -- Credits that all operations of the workspace may cost; null for no limit.
        add column daily_budget numeric(18, 6) check (daily_budget >= 0),
        add column monthly_budget numeric(18, 6) check (monthly_budget >= 0);

      -- What each workspace has spent on a day in its time zone, in flows and outside of them.
      create table workspace_spending (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        day date not null,
        credits_micros bigint not null,
        primary key (workspace_id, day)
      );
      -- The current month counts from its first day.
      insert into workspace_spending (workspace_id, day, credits_micros)
      select u.workspace_id, (u.created_at at time zone w.timezone)::date, sum(u.credits_micros)
      from usage_events u join workspaces w on w.id = u.workspace_id
      where u.event_type <> 'flow_execution' and u.credits_micros > 0 and u.created_at > now() - interval '32 days'
      group by 1, 2;
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
