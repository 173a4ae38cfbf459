import { Migration } from '@mikro-orm/migrations';

/**
 * Executions, their steps and events become partitioned by the week in which an execution was created, which its ID says.
 * What exists becomes the first partition, up to the end of this week, without being copied.
 */
export class PartitionExecutions extends Migration {
  override up(): void {
    this.addSql(`
      -- The first UUIDv7 of a time.
      create function first_id_at(at timestamptz) returns uuid language sql immutable strict as $$
        select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
        from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) t
      $$;

      -- Turns a table into the first partition, up to the given time, of a new table of its name.
      create function pg_temp.partition_table(name text, key text, until_time timestamptz) returns void language plpgsql as $$
      declare
        first text := name || '_until_' || to_char(until_time, 'YYYYMMDD');
        identity_column text;
      begin
        execute format('alter table %I rename to %I', name, first);
        execute format('create table %I (like %I including all) partition by range (%I)', name, first, key);
        for identity_column in select attname from pg_attribute
            where attrelid = to_regclass(first) and attidentity <> '' and not attisdropped loop
          execute format('alter table %I alter column %I drop identity', first, identity_column);
        end loop;
        execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, first,
          first_id_at(until_time));
        -- For IDs of clocks that are far ahead.
        execute format('create table %I partition of %I default', name || '_default', name);
        perform enable_tenant_isolation((name || '_default')::regclass);
        perform enable_tenant_isolation(name::regclass);
      end $$;
      -- They belong to the table that becomes a partition, and are created again for the one that has its name then.
      drop trigger count_begun on executions;
      drop trigger count_ended on executions;
      drop function executions_counts(executions);
      select pg_temp.partition_table(t.name, t.key, u.until_time)
      from (values ('executions', 'id'), ('execution_steps', 'execution_id'), ('execution_events', 'execution_id')) t(name, key),
        -- Behind this week, and behind every ID: a clock may be ahead.
        (select date_trunc('week', greatest(now(), (select uuid_extract_timestamp(id) from executions order by id desc limit 1))
          at time zone 'UTC') at time zone 'UTC' + interval '7 days' as until_time) u;

      -- As they were.
      create function executions_counts(r executions) returns setof analytics_count language sql stable as $function$
        select r.created_at, array['run', 'run.flow', 'run.trigger'], array['started', r.flow_id || ':started', r.trigger], 1::bigint, 0::bigint
        where r.trigger <> 'simulation'
        union all
        select r.created_at, array['run', 'run.flow', 'run.duration'],
          array[r.status, r.flow_id || ':' || r.status, case when r.status <> 'cancelled' then duration_bucket(d.ms) end], 1, d.ms
        from (select greatest(0, round(extract(epoch from r.finished_at - r.started_at) * 1000))::bigint as ms) d
        where r.trigger <> 'simulation' and r.status <> 'running'
      $function$;
      create trigger count_begun after insert on executions
        referencing new table as added for each statement execute function count_begun_runs();
      create trigger count_ended after update on executions for each row
        when (old.status = 'running' and new.status <> 'running' and new.trigger <> 'simulation') execute function count_ended_run();

      -- Creates the partitions of executions, steps and events, one a week, up to a time. Returns how many weeks it added. The
      -- names of partitions say where they end or begin. A week of which the default partition has executions stays there.
      create function create_execution_partitions(until_time timestamptz) returns integer language plpgsql as $$
      declare
        weeks integer := 0;
        since timestamptz;
        parent text;
        part text;
      begin
        -- One process at a time.
        perform pg_advisory_xact_lock(hashtextextended('create_execution_partitions', 0));
        select max(to_timestamp(right(c.relname, 8), 'YYYYMMDD')
          + case when c.relname like '%until%' then interval '0' else interval '7 days' end) into since
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'executions'::regclass and c.relname not like '%default';
        for since in select generate_series(coalesce(since, date_trunc('week', now())), until_time - interval '1 second',
            interval '7 days') loop
          continue when exists (
            select from executions_default where id >= first_id_at(since) and id < first_id_at(since + interval '7 days'));
          foreach parent in array array['executions', 'execution_steps', 'execution_events'] loop
            part := parent || '_' || to_char(since, 'YYYYMMDD');
            execute format('create table %I (like %I including all excluding identity)', part, parent);
            execute format('alter table %I set (fillfactor = 85)', part);
            perform enable_tenant_isolation(part::regclass);
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
              first_id_at(since), first_id_at(since + interval '7 days'));
          end loop;
          weeks := weeks + 1;
        end loop;
        return weeks;
      end $$ set timezone = 'UTC';

      select create_execution_partitions(now() + interval '28 days');
    `);
  }
}
