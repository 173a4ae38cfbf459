import { Migration } from '@mikro-orm/migrations';

/**
 * Executions, their steps and events, and the workers that drive them. Every key is a UUIDv7 or leads with one, so that
 * executions, steps and events can be partitioned by ranges of execution_id, which are ranges of time. The queue's own
 * tables are those of graphile-worker.
 */
export class CreateExecutions extends Migration {
  override up(): void {
    this.addSql(`
      -- The processes that drive executions. A heartbeat extends lease_until; a worker whose lease ran out is dead.
      create table workers (
        id uuid primary key,
        -- locked_by of the queue's jobs
        pool_id text not null,
        started_at timestamptz(3) not null default now(),
        lease_until timestamptz(3) not null,
        -- Executions it drives at once: a flow that may have as many as all workers together needs no counting.
        concurrency integer not null default 1000
      );

      create table executions (
        id uuid not null,
        workspace_id uuid not null,
        -- No foreign key: the executions of a deleted flow stay.
        flow_id uuid not null,
        flow_name text not null,
        flow_version integer not null,
        status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
        phase text not null default 'queued' check (phase in ('queued', 'active', 'waiting', 'done')),
        trigger text not null,
        start_node_id text,
        trigger_data json,
        output json,
        error json,
        parent_execution_id uuid,
        retry_of uuid,
        -- Raised by whoever takes the execution over or ends it. A write that carries an older one changes nothing.
        fence integer not null default 0,
        -- The process that drives it now; its lease is the row in workers.
        worker_id uuid,
        -- While it waits: the earliest time at which something is due.
        resume_at timestamptz(3),
        -- Milliseconds spent active so far; waiting does not count against the flow's timeout.
        active_ms bigint not null default 0,
        started_at timestamptz(3) not null,
        finished_at timestamptz(3),
        created_at timestamptz(3) not null,
        -- {triggerData, output, hidden}: values that hold secrets, encrypted, where the readable columns show masks. Null
        -- nearly everywhere: see docs/adr/0016.
        encrypted text,
        -- Of a simulation: outputs by node id in place of effects.
        mocks json,
        -- The flows whose executions led to this one, oldest first: what it causes is traced back along them.
        chain uuid[] not null default '{}',
        call_depth smallint not null default 0,
        -- The step of the parent that waits for this execution's end; null once it has the result.
        parent_step_id uuid,
        -- Raised with each signal to one of its steps. A worker that has seen fewer must look again before it leaves.
        signals integer not null default 0,
        -- Workers in a row that died with it before it made progress: see docs/adr/0028.
        takeovers smallint not null default 0,
        max_concurrent smallint not null default 1000,
        -- Its flow has as many active executions as it may have; it gets a new job when one of them leaves.
        awaits_slot boolean not null default false,
        -- It ended, or a step of it that called did: executions that it called may go on although nobody waits for them.
        has_abandoned_calls boolean not null default false,
        primary key (workspace_id, id)
      -- Room for updates in the same page: a row is written several times while it runs.
      ) with (fillfactor = 85);
      create index executions_flow on executions (workspace_id, flow_id, id);
      -- The rare states; nearly all rows are completed and stay out of it.
      create index executions_status on executions (workspace_id, status, id) where status <> 'completed';
      create index executions_worker on executions (worker_id) where worker_id is not null;
      create index executions_parent on executions (workspace_id, parent_execution_id) where parent_execution_id is not null;
      -- For the rotation of data keys, which reads in this order.
      create index executions_encrypted on executions (workspace_id, id) where encrypted is not null;
      create index executions_slots on executions (workspace_id, flow_id, id) where awaits_slot;
      -- Active executions are counted where the flow has a limit; those without one are not even indexed.
      create index executions_active on executions (workspace_id, flow_id)
        where worker_id is not null and max_concurrent < 1000;
      -- What the end of an execution means for its caller and for those it called is found by its row, not by a job that
      -- waits behind executions. Both indexes are empty nearly all the time, and in an order that no other one gives: a
      -- query for the first ones in it never reads the table.
      create index executions_abandoned_calls on executions (created_at) where has_abandoned_calls;
      create index executions_unanswered on executions (finished_at)
        where parent_step_id is not null and status <> 'running';
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
        -- One row a visit: what completed once cannot run again.
        primary key (workspace_id, execution_id, node_id, iteration)
      ) with (fillfactor = 90);
      create index execution_steps_encrypted on execution_steps (workspace_id, execution_id, id) where encrypted is not null;
      select enable_tenant_isolation('execution_steps');

      -- One row for each stored change of an execution. Ordered by (tx, id): a reader that takes only rows whose tx is
      -- below the oldest transaction still running never sees a later one appear before an earlier one: see docs/adr/0003.
      create table execution_events (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        tx xid8 not null default pg_current_xact_id(),
        id bigint generated always as identity (cache 50),
        -- [{node, iteration, status, attempt, at, error?}] in order
        steps json not null,
        -- {status, phase} where the execution itself changed
        execution json,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id, tx, id)
      );
      create index execution_events_feed on execution_events (workspace_id, tx, id);
      select enable_tenant_isolation('execution_events');

      -- Steps that wait for an event. Written and removed with the step's own changes.
      create table event_waits (
        workspace_id uuid not null,
        execution_id uuid not null,
        step_id uuid not null,
        event_type text not null,
        -- One of the values the event must hold, as path=value, so that a million waits for a contact's update cost
        -- each update only those for that contact; empty where none is suitable.
        key text not null default '',
        -- {path: value}: everything the event must hold.
        match json not null,
        -- The handle by which the step continues, and the name under which its output holds the event's data; null for
        -- the event itself.
        handle text not null,
        output_as text,
        primary key (workspace_id, execution_id, step_id),
        foreign key (workspace_id, execution_id) references executions (workspace_id, id) on delete cascade
      );
      create index event_waits_key on event_waits (workspace_id, event_type, key);
      select enable_tenant_isolation('event_waits');

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

      -- Of runs of flows with a limit, given side by side, those that may become active now: by the order of their ids,
      -- behind those that wait in line already. Each statement in here sees what was committed before it, so the count is
      -- that of a snapshot taken under the locks, whenever the calling statement began. Locks are taken in one order.
      create function take_turns(workspace_ids uuid[], flow_ids uuid[], run_ids uuid[], own_limits integer[]) returns setof uuid
        language plpgsql strict volatile as $$
      begin
        perform pg_advisory_xact_lock(key) from (
          select distinct hashtextextended(flow::text, 0) as key from unnest(flow_ids) flow order by key offset 0) keys;
        return query
          with asked as (
            select * from unnest(workspace_ids, flow_ids, run_ids, own_limits) a(workspace_id, flow_id, id, own_limit)
          ), free as (
            select f.workspace_id, f.flow_id, coalesce((
                select (c.settings ->> 'maxConcurrent')::integer from flows c
                where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
              - (select count(*) from executions e where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id
                and e.worker_id is not null and e.max_concurrent < 1000) as places
            from (select workspace_id, flow_id, min(own_limit) as own_limit from asked group by 1, 2) f
          ), placed as (
            select a.id, f.places, a.workspace_id, a.flow_id,
              row_number() over (partition by a.workspace_id, a.flow_id order by a.id) - 1 as before_it
            from asked a join free f using (workspace_id, flow_id)
          )
          select p.id from placed p where p.places > p.before_it and p.places > p.before_it + (
            select count(*) from (
              select from executions w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id and w.awaits_slot
                and w.id < p.id and w.id <> all(run_ids)
              limit greatest(p.places, 0)) ahead);
      end $$;
    `);
  }
}
