import { Migration } from '@mikro-orm/migrations';

/**
 * Executions, their steps and events, and what belongs to them. Every key is a UUIDv7 or leads with one: executions, steps and
 * events are partitioned by the week in which an execution was created, which its ID says, so that retention drops weeks. What
 * may be claimed stands in a table of its own: the row of an execution is written at its start and at its end.
 */
export class CreateExecutions extends Migration {
  override up(): void {
    this.addSql(`
      create table executions (
        id uuid not null,
        workspace_id uuid not null,
        -- No foreign key: the executions of a deleted flow stay.
        flow_id uuid not null,
        flow_name text not null,
        flow_version integer not null,
        status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
        trigger text not null,
        start_node_id text,
        -- The trigger by which it started.
        trigger_node_id text,
        trigger_data json,
        output json,
        error json,
        parent_execution_id uuid,
        retry_of uuid,
        started_at timestamptz(3) not null,
        finished_at timestamptz(3),
        created_at timestamptz(3) not null,
        -- {triggerData, output, hidden}: values that hold secrets, encrypted, where the readable columns show masks. Null
        -- nearly everywhere: see docs/decisions/secrets.md.
        encrypted text,
        -- Of a simulation: outputs by node id in place of effects.
        mocks json,
        -- The flows whose executions led to this one, oldest first: what it causes is traced back along them.
        chain uuid[] not null default '{}',
        call_depth smallint not null default 0,
        -- The step of the parent that waits for this execution's end; null once it has the result.
        parent_step_id uuid,
        -- Null for executions that run or completed: the end of one that completed changes no indexed column.
        unsuccessful_status text generated always as (case when status in ('failed', 'cancelled') then status end) stored,
        -- The attempt of the parent's step that called it, so that no later attempt gets its result; null if it is not known.
        parent_attempt integer,
        -- The execution that a chain of calls and events began with; null for that one itself.
        root_id uuid,
        -- The user or API key whose rights its nodes need.
        run_as uuid,
        -- Of a simulation: unsaved content, and the recorded steps that answer for nodes.
        simulated json,
        -- The request that started it by webhook.
        request json,
        -- Links its trace to the request that started it, also if another process drives it later.
        traceparent text,
        primary key (workspace_id, id)
      ) partition by range (id);
      create index on executions (workspace_id, flow_id, id);
      -- The rare states; nearly all rows are completed and stay out of it.
      create index on executions (workspace_id, unsuccessful_status, id) where unsuccessful_status is not null;
      create index on executions (workspace_id, parent_execution_id) where parent_execution_id is not null;
      -- For the rotation of data keys, which reads in this order.
      create index on executions (workspace_id, id) where encrypted is not null;
      create index on executions (workspace_id, retry_of) where retry_of is not null;
      select enable_tenant_isolation('executions');

      create table execution_steps (
        workspace_id uuid not null,
        execution_id uuid not null,
        node_id text not null,
        iteration text not null default '',
        id uuid not null,
        node_type text not null,
        name text not null,
        attempt integer not null default 1,
        status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled')),
        -- The source handle the step left by; the next steps are decided from it.
        handle text,
        input json,
        output json,
        -- Variables of the execution that the step set.
        variables json,
        logs json,
        error json,
        truncated boolean not null default false,
        resume_at timestamptz(3),
        started_at timestamptz(3) not null,
        finished_at timestamptz(3),
        -- {output, variables, hidden}, as in executions
        encrypted text,
        -- {seq, handle?, output?, error?}: what a waiting step resumes with. Kept apart from what its worker writes.
        signal json,
        -- Position among the steps of the execution that have ended, from 1: the clocks of its workers give no order.
        seq integer,
        -- How often a worker stopped or died while the step was in progress, and the step was started again.
        interruptions integer not null default 0,
        -- Of a loop: {concurrency, next, open, ended, steps, reads, seq}, see StoredProgress.
        progress json,
        -- [{attempt, startedAt, finishedAt, error}] of a step that was attempted again; of the last one startedAt only.
        attempts json,
        -- {idempotency key: result} of what a running step has changed in the state of flows, written with the change: repeated
        -- after a crash, the step changes nothing twice.
        receipts jsonb,
        -- One row a visit: what completed once cannot run again. By iteration: the steps of open iterations are read without
        -- those of finished ones, so that ten thousand finished items cost as much as one.
        primary key (workspace_id, execution_id, iteration, node_id)
      ) partition by range (execution_id);
      -- Signals and calls name a step by its ID: each of them would read all steps of its execution. The execution is
      -- no part of it, so that no other query of an execution is tempted by it.
      create index on execution_steps (workspace_id, id);
      -- What a flow responds to a waiting caller. Small: no other step is in it. Steps have no index of their type.
      create index on execution_steps (workspace_id, execution_id) where node_type = 'webhook.respond';
      create index on execution_steps (workspace_id, execution_id, id) where encrypted is not null;
      -- Otherwise an execution is taken for one step, which any index would find.
      create statistics (dependencies) on workspace_id, execution_id from execution_steps;
      select enable_tenant_isolation('execution_steps');

      -- One row for each stored change of an execution. An execution is followed by (fence, n), which needs no transaction IDs,
      -- also in a restored database. The feed of a workspace reads what a former snapshot did not see, so that it waits for no
      -- transaction: see docs/decisions/live-feeds.md.
      create table execution_events (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        tx xid8 not null default pg_current_xact_id(),
        -- [{node, iteration, status, attempt, at, error?}] in order
        steps json not null,
        -- {status, phase} where the execution itself changed
        execution json,
        created_at timestamptz(3) not null default now(),
        -- The execution's fence at the write, and the number of the write under this fence. The start is (0, 0), and a
        -- cancellation the first write of its fence.
        fence integer not null,
        n integer not null,
        -- The event's place in the feed: its transaction, or that of the execution's former event where that is later.
        place xid8 not null default pg_current_xact_id(),
        primary key (workspace_id, execution_id, fence, n)
      ) partition by range (execution_id);
      create index on execution_events (workspace_id, place);
      -- Cancellations whose transaction began before the execution's former event was written; nearly always empty.
      create index on execution_events (workspace_id, tx) where tx <> place;
      select enable_tenant_isolation('execution_events');

      -- The first UUIDv7 of a time.
      create function first_id_at(at timestamptz) returns uuid language sql immutable strict as $$
        select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
        from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) t
      $$;

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

      -- Beside the weeks there are two partitions: one up to the end of this week, for what is restored or imported, and one for
      -- IDs of clocks that are far ahead.
      do $do$
      declare
        until_time timestamptz := date_trunc('week', now(), 'UTC') + interval '7 days';
        parent text;
        part text;
      begin
        foreach parent in array array['executions', 'execution_steps', 'execution_events'] loop
          part := parent || '_until_' || to_char(until_time at time zone 'UTC', 'YYYYMMDD');
          execute format('create table %I (like %I including all)', part, parent);
          execute format('alter table %I set (fillfactor = 85)', part);
          perform enable_tenant_isolation(part::regclass);
          execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, part,
            first_id_at(until_time));
          execute format('create table %I partition of %I default', parent || '_default', parent);
          perform enable_tenant_isolation((parent || '_default')::regclass);
        end loop;
      end
      $do$;
      select create_execution_partitions(now() + interval '28 days');

      -- One row about the log as a whole. Its tx is the transaction that wrote it: in a database that was restored from a
      -- copy, the row itself is of another transaction, and the ids in the events have lost their meaning. Cursors carry
      -- the epoch, so that those of before are recognized.
      create table event_log (
        only_one boolean primary key default true check (only_one),
        epoch integer not null default floor(random() * 2147483647),
        -- Null until the first process has started.
        tx xid8,
        -- Executions that ended before this time may have been deleted, with their events.
        kept_since timestamptz(3),
        -- Rows of workspace_changes before this time may have been deleted.
        changes_kept_since timestamptz(3)
      );
      insert into event_log default values;

      -- The same key for the same flow within 24 hours returns the same execution.
      create table idempotency_keys (
        workspace_id uuid not null,
        flow_id uuid not null,
        key text not null,
        request_hash bytea not null,
        execution_id uuid not null,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, flow_id, key)
      );
      create index idempotency_keys_created on idempotency_keys (created_at);
      select enable_tenant_isolation('idempotency_keys');

      -- Values that are too large for the rows of executions and steps, which refer to them. Nothing is copied when executions
      -- share one: each has a row in blob_uses, and a blob is deleted with the last of them.
      create table blobs (
        workspace_id uuid not null,
        -- UUIDv7: in the order of creation.
        id uuid not null,
        -- Bytes of the text.
        size integer not null,
        -- JSON; not of type json, so that Postgres does not parse it.
        content text,
        sha256 bytea,
        -- In place of the content, if it contains secrets: see docs/decisions/secrets.md.
        encrypted text,
        -- In place of the content, if it was moved: the bytes in file_bytes that have its text. See docs/decisions/values-and-blobs.md.
        bytes_id uuid,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        check (num_nonnulls(content, encrypted, bytes_id) = 1 and (encrypted is null) = (sha256 is not null))
      );
      -- Over all workspaces: those that are moved to the place of files, oldest first.
      create index blobs_movable on blobs (id) where content is not null;
      -- For the rotation of data keys, which reads in this order.
      create index blobs_encrypted on blobs (workspace_id, id) where encrypted is not null;
      select enable_tenant_isolation('blobs');

      create table blob_uses (
        workspace_id uuid not null,
        -- No foreign key: blobs are written before the execution that they belong to.
        execution_id uuid not null,
        blob_id uuid not null,
        primary key (workspace_id, execution_id, blob_id),
        foreign key (workspace_id, blob_id) references blobs (workspace_id, id)
      );
      create index blob_uses_blob on blob_uses (workspace_id, blob_id);
      select enable_tenant_isolation('blob_uses');

      -- When the next call of a rate may start, by the SHA-256 of its key. A row whose time has passed says nothing, and is deleted
      -- in bulk. No index by time: each reservation would write to it. Logged, because a crash of Postgres must not start calls
      -- faster than their rate.
      create table rate_slots (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        key text not null,
        next_at timestamptz not null,
        primary key (workspace_id, key)
      );
      select enable_tenant_isolation('rate_slots');

      -- Codes that confirm decisions by approval links.
      create table approval_codes (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        step_id uuid not null,
        approver citext not null,
        code_hash bytea not null,
        tries smallint not null default 0,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index approval_codes_step on approval_codes (workspace_id, step_id, approver, created_at);
      select enable_tenant_isolation('approval_codes');
    `);
  }
}
