import { Migration } from '@mikro-orm/migrations';

/** How many executions there are of each flow, status and trigger, kept like other sums by deltas: see docs/adr/0143. */
export class CountExecutions extends Migration {
  override up(): void {
    this.addSql(`
      -- The Monday, in UTC, of the week that an ID belongs to: executions are partitioned by it.
      create function week_of_id(id uuid) returns date language sql immutable strict parallel safe as $$
        select date_trunc('week', to_timestamp(('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint / 1000.0)
          at time zone 'UTC')::date
      $$;

      create table execution_totals (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- All zeros: of all flows.
        flow_id uuid not null,
        week date not null,
        trigger text not null,
        status text not null,
        n bigint not null,
        primary key (workspace_id, flow_id, week, trigger, status)
      );
      select enable_tenant_isolation('execution_totals');

      -- What the totals do not include yet: n executions that have this status now (null: no longer exist), and had another one
      -- before (null: did not exist). No foreign key: those of a deleted workspace are removed with the others.
      create table execution_deltas (
        workspace_id uuid not null,
        flow_id uuid not null,
        week date not null,
        trigger text not null,
        status text,
        was text,
        n bigint not null
      );
      create index execution_deltas_flow on execution_deltas (workspace_id, flow_id);
      select enable_tenant_isolation('execution_deltas');

      create function total_started_executions() returns trigger language plpgsql as $function$
      begin
        insert into execution_deltas (workspace_id, flow_id, week, trigger, status, n)
        select workspace_id, flow_id, week_of_id(id), trigger, status, count(*) from added group by 1, 2, 3, 4, 5;
        return null;
      end
      $function$;
      create trigger total_started after insert on executions
        referencing new table as added for each statement execute function total_started_executions();

      create function total_changed_execution() returns trigger language plpgsql as $function$
      begin
        insert into execution_deltas (workspace_id, flow_id, week, trigger, status, was, n)
        values (old.workspace_id, old.flow_id, week_of_id(old.id), old.trigger,
          case when tg_op = 'UPDATE' then new.status end, old.status, 1);
        return null;
      end
      $function$;
      create trigger total_ended after update on executions for each row
        when (old.status <> new.status) execute function total_changed_execution();
      -- By rows: retention deletes from partitions.
      create trigger total_deleted after delete on executions for each row execute function total_changed_execution();

      insert into execution_totals (workspace_id, flow_id, week, trigger, status, n)
      select e.workspace_id, f.id, e.week, e.trigger, e.status, sum(e.n)
      from (
        select workspace_id, flow_id, week_of_id(id) as week, trigger, status, count(*) as n from executions group by 1, 2, 3, 4, 5
      ) e cross join lateral (values (e.flow_id), ('00000000-0000-0000-0000-000000000000'::uuid)) f(id)
      where exists (select from workspaces w where w.id = e.workspace_id)
      group by 1, 2, 3, 4, 5;
    `);
  }
}
