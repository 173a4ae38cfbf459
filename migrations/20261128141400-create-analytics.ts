import { Migration } from '@mikro-orm/migrations';

/**
 * What a workspace's analytics are read from: counts by day and week, kept like the sums of usage, with the rules of counting beside
 * the tables that are counted (docs/decisions/analytics-and-audit.md); and the totals of executions
 * (docs/decisions/lists-and-totals.md).
 */
export class CreateAnalytics extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_days (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- What is counted: run, run.flow, run.triggers:<ID of a flow>, contact, conversation.channel …
        metric text not null,
        -- In the workspace's time zone.
        day date not null,
        -- What it is counted by: a status, a channel, a flow and its status, a status and a node …
        dim text not null,
        n bigint not null,
        -- Milliseconds, of what lasts.
        total bigint not null,
        primary key (workspace_id, metric, day, dim)
      );
      select enable_tenant_isolation('analytics_days');

      -- For figures of a whole period: how long executions took is up to 600 rows a day. Weeks follow the days by triggers.
      create table analytics_weeks (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        metric text not null,
        -- Its Monday.
        week date not null,
        dim text not null,
        n bigint not null,
        total bigint not null,
        primary key (workspace_id, metric, week, dim)
      );
      select enable_tenant_isolation('analytics_weeks');

      create function count_added_days() returns trigger language plpgsql as $function$
      begin
        insert into analytics_weeks as w (workspace_id, metric, week, dim, n, total)
        select workspace_id, metric, date_trunc('week', day)::date, dim, sum(n), sum(total) from added group by 1, 2, 3, 4
        on conflict (workspace_id, metric, week, dim) do update set n = w.n + excluded.n, total = w.total + excluded.total;
        return null;
      end
      $function$;
      create function count_changed_days() returns trigger language plpgsql as $function$
      begin
        update analytics_weeks w set n = w.n + c.n, total = w.total + c.total
        from (
          select workspace_id, metric, date_trunc('week', day)::date as week, dim, sum(n) as n, sum(total) as total
          from (select * from added union all select workspace_id, metric, day, dim, -n, -total from gone) d group by 1, 2, 3, 4
        ) c
        where w.workspace_id = c.workspace_id and w.metric = c.metric and w.week = c.week and w.dim = c.dim;
        return null;
      end
      $function$;
      create function count_gone_days() returns trigger language plpgsql as $function$
      begin
        update analytics_weeks w set n = w.n - c.n, total = w.total - c.total
        from (
          select workspace_id, metric, date_trunc('week', day)::date as week, dim, sum(n) as n, sum(total) as total
          from gone group by 1, 2, 3, 4
        ) c
        where w.workspace_id = c.workspace_id and w.metric = c.metric and w.week = c.week and w.dim = c.dim;
        return null;
      end
      $function$;
      create trigger analytics_days_added after insert on analytics_days
        referencing new table as added for each statement execute function count_added_days();
      create trigger analytics_days_changed after update on analytics_days
        referencing new table as added old table as gone for each statement execute function count_changed_days();
      create trigger analytics_days_gone after delete on analytics_days
        referencing old table as gone for each statement execute function count_gone_days();

      -- What the days do not include yet: one change, which may count in several ways. No foreign key: the next rollup
      -- removes them.
      create table analytics_deltas (
        workspace_id uuid not null,
        at timestamptz not null,
        metrics text[] not null,
        -- One for each metric.
        dims text[] not null,
        n bigint not null,
        total bigint not null
      );
      create index analytics_deltas_workspace on analytics_deltas (workspace_id);
      select enable_tenant_isolation('analytics_deltas');

      -- Workspaces whose time zone changed: their days are counted anew.
      create table analytics_recounts (
        workspace_id uuid primary key references workspaces (id) on delete cascade
      );
      select enable_tenant_isolation('analytics_recounts');

      create type analytics_count as (at timestamptz, metrics text[], dims text[], n bigint, total bigint);

      -- Durations in steps of 2 %, from the hundredth millisecond on; before that they are exact.
      create function duration_bucket(ms bigint) returns text language sql immutable as
        $function$ select case when ms < 100 then greatest(ms, 0) else 100 + floor(ln(ms / 100::float8) / ln(1.02::float8))::bigint end::text $function$;

      -- For each table that is counted: select keep_counts('contacts', 'status, source', $$ select … from (select r.*) r $$),
      -- with the columns whose change matters, and what a row r counts as.
      create function keep_counts(target regclass, columns text, counts text) returns void language plpgsql as $function$
      declare
        counter text := target || '_counts';
        keeper text := 'keep_' || target || '_counts';
      begin
        execute format('create function %I(r %s) returns setof analytics_count language sql stable as $body$ %s $body$',
          counter, target, counts);
        execute format($f$
          create function %I() returns trigger language plpgsql as $body$
          begin
            if tg_op <> 'DELETE' then
              insert into analytics_deltas (workspace_id, at, metrics, dims, n, total)
              select new.workspace_id, c.at, c.metrics, c.dims, c.n, c.total from %I(new) c;
            end if;
            if tg_op <> 'INSERT' then
              insert into analytics_deltas (workspace_id, at, metrics, dims, n, total)
              select old.workspace_id, c.at, c.metrics, c.dims, -c.n, -c.total from %I(old) c;
            end if;
            return null;
          end
          $body$
        $f$, keeper, counter, counter);
        execute format('create trigger keep_counts after insert or delete or update of %s on %s for each row execute function %I()',
          columns, target, keeper);
      end
      $function$;

      -- An execution counts when it starts and once more when it ends, both on the day of its start. Executions that
      -- retention removes stay counted. Simulations do not count.
      create function executions_counts(r executions) returns setof analytics_count language sql stable as $function$
        select r.created_at, array['run', 'run.flow', 'run.trigger', 'run.triggers:' || r.flow_id],
          array['started', r.flow_id || ':started', r.trigger, 'started:' || r.trigger_node_id], 1::bigint, 0::bigint
        where r.trigger <> 'simulation'
        union all
        select r.created_at, array['run', 'run.flow', 'run.duration', 'run.triggers:' || r.flow_id],
          array[r.status, r.flow_id || ':' || r.status, case when r.status <> 'cancelled' then duration_bucket(d.ms) end,
            r.status || ':' || r.trigger_node_id], 1, d.ms
        from (select greatest(0, round(extract(epoch from r.finished_at - r.started_at) * 1000))::bigint as ms) d
        where r.trigger <> 'simulation' and r.status <> 'running'
      $function$;
      create function count_begun_runs() returns trigger language plpgsql as $function$
      begin
        -- All time zones of today begin their days at a quarter of an hour.
        insert into analytics_deltas (workspace_id, at, metrics, dims, n, total)
        select workspace_id, date_bin('15 minutes', created_at, 'epoch'), array['run', 'run.flow', 'run.trigger', 'run.triggers:' || flow_id],
          array['started', flow_id || ':started', trigger, 'started:' || trigger_node_id], count(*), 0
        from added where trigger <> 'simulation' group by workspace_id, 2, flow_id, trigger, trigger_node_id;
        return null;
      end
      $function$;
      create trigger count_begun after insert on executions
        referencing new table as added for each statement execute function count_begun_runs();
      -- The second of the counts above, written out: the end of an execution is the most frequent of all changes.
      create function count_ended_run() returns trigger language plpgsql as $function$
      declare
        ms bigint := greatest(0, round(extract(epoch from new.finished_at - new.started_at) * 1000));
      begin
        insert into analytics_deltas (workspace_id, at, metrics, dims, n, total)
        values (new.workspace_id, new.created_at, array['run', 'run.flow', 'run.duration', 'run.triggers:' || new.flow_id],
          array[new.status, new.flow_id || ':' || new.status, case when new.status <> 'cancelled' then duration_bucket(ms) end,
            new.status || ':' || new.trigger_node_id], 1, ms);
        return null;
      end
      $function$;
      create trigger count_ended after update on executions for each row
        when (old.status = 'running' and new.status <> 'running' and new.trigger <> 'simulation') execute function count_ended_run();
      -- An execution that gathers starts is that of the last one, which may be of another trigger.
      create function count_replaced_run() returns trigger language plpgsql as $function$
      begin
        insert into analytics_deltas (workspace_id, at, metrics, dims, n, total)
        values
          (old.workspace_id, old.created_at, array['run.trigger', 'run.triggers:' || old.flow_id],
            array[old.trigger, 'started:' || old.trigger_node_id], -1, 0),
          (new.workspace_id, new.created_at, array['run.trigger', 'run.triggers:' || new.flow_id],
            array[new.trigger, 'started:' || new.trigger_node_id], 1, 0);
        return null;
      end
      $function$;
      create trigger count_replaced after update of trigger, trigger_node_id on executions for each row
        when (new.trigger <> 'simulation'
          and (old.trigger, old.trigger_node_id) is distinct from (new.trigger, new.trigger_node_id))
        execute function count_replaced_run();

      select keep_counts('contacts', 'status, source, created_at', $counts$
        select r.created_at, array['contact', 'contact.source'], array[r.status, coalesce(r.source, '')], 1::bigint, 0::bigint
      $counts$);

      select keep_counts('conversations', 'channel, status, agent_id, resolved_at, created_at', $counts$
        select r.created_at, array['conversation', 'conversation.channel', 'session'],
          array[r.status, r.channel, r.agent_id::text], 1::bigint, 0::bigint
        union all
        select r.resolved_at, array['conversation.resolved'], array[duration_bucket(d.ms)], 1, d.ms
        from (select (extract(epoch from r.resolved_at - r.created_at) * 1000)::bigint as ms) d where r.resolved_at is not null
      $counts$);

      select keep_counts('messages', 'direction, created_at', $counts$
        select r.created_at, array['message'], array[r.direction], 1::bigint, 0::bigint
      $counts$);

      select keep_counts('calendar_events', 'status, created_at', $counts$
        select r.created_at, array['appointment'], array[r.status], 1::bigint, 0::bigint
      $counts$);

      select keep_counts('outbox_messages', 'status, error', $counts$
        select r.created_at, array['sms', 'sms.failure'],
          array[r.status, case when r.status = 'failed' then coalesce(r.error ->> 'code', 'UNKNOWN') end], 1::bigint, 0::bigint
        where r.channel = 'sms'
      $counts$);

      create function ask_for_recount() returns trigger language plpgsql as $function$
      begin
        insert into analytics_recounts (workspace_id) values (new.id) on conflict do nothing;
        return null;
      end
      $function$;
      create trigger recount_analytics after update of timezone on workspaces for each row
        when (old.timezone <> new.timezone) execute function ask_for_recount();

      -- The Monday, in UTC, of the week that an ID belongs to: executions are partitioned by it.
      create function week_of_id(id uuid) returns date language sql immutable strict parallel safe as $$
        select date_trunc('week', to_timestamp(('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint / 1000.0)
          at time zone 'UTC')::date
      $$;

      -- How many executions there are of each flow, status and trigger.
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
    `);
  }
}
