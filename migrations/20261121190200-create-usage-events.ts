import { Migration } from '@mikro-orm/migrations';

/**
 * One row for each metered act, and their sums by hour. Sums are kept by deltas that stand in the transaction of the
 * events and are folded later, so that no two writers wait for each other: see docs/adr/0034.
 */
export class CreateUsageEvents extends Migration {
  override up(): void {
    this.addSql(`
      -- No foreign key to workspaces: what an account consumed stays, whatever becomes of the workspace.
      create table usage_events (
        workspace_id uuid not null,
        -- Its time is the time of the event; whoever did the act made it, so that it is written once.
        id uuid not null,
        account_id uuid not null references accounts (id),
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
      -- The runs themselves are most of the events; these find the others among them.
      create index usage_events_type on usage_events (account_id, event_type, id) where event_type <> 'flow_execution';
      create index usage_events_byok on usage_events (account_id, id) where source = 'byok';
      create index usage_events_execution on usage_events (workspace_id, execution_id) where event_type <> 'flow_execution';
      select wall_off('usage_events');

      create table usage_hours (
        account_id uuid not null references accounts (id),
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
      select wall_off('usage_hours');

      -- What the hours lack yet.
      create table usage_deltas (like usage_hours);
      create index usage_deltas_account on usage_deltas (account_id);
      select wall_off('usage_deltas');

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

      -- What each flow has spent on a day of its workspace, for its budget.
      create table flow_spending (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        flow_id uuid not null,
        day date not null,
        credits_micros bigint not null,
        primary key (workspace_id, flow_id, day)
      );
      select wall_off('flow_spending');
    `);
  }
}
