import { Migration } from '@mikro-orm/migrations';

/**
 * What may be claimed, and by whom, stands in one narrow row for each execution that has not ended: the queue, the claim and the
 * wait are states of this row. See docs/decisions/claims.md.
 */
export class CreateExecutionClaims extends Migration {
  override up(): void {
    this.addSql(`
      -- The processes that drive executions. A heartbeat extends lease_until; a worker whose lease ran out is dead.
      create table workers (
        id uuid primary key,
        started_at timestamptz(3) not null default now(),
        lease_until timestamptz(3) not null
      );

      create table execution_claims (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        -- Raised by each claim, release and cancellation: a write that carries an older one changes nothing.
        fence integer not null default 0,
        -- The worker that drives it now; the claim lasts as long as that worker's lease.
        worker_id uuid,
        -- Since when it could be claimed; null while it is claimed, waits, or is in line for a concurrency slot.
        ready_at timestamptz(3),
        -- While it waits: the earliest time at which something is due; null if only a signal ends the wait.
        due_at timestamptz(3),
        -- Its flow has as many active executions as it may have.
        awaits_slot boolean not null default false,
        -- The flow's limit of active executions when this one started; 1000 stands for none.
        max_concurrent smallint not null default 1000,
        -- Raised with each signal to one of its steps. A worker that has seen fewer must look again before it leaves.
        signals integer not null default 0,
        -- Workers in a row that died with it before it made progress.
        takeovers smallint not null default 0,
        -- Milliseconds spent active so far; waiting does not count against the flow's timeout.
        active_ms bigint not null default 0,
        -- A step of another execution waits for its end.
        answers boolean not null default false,
        -- A step that called an execution ended before it: that execution may go on although nothing waits for it.
        abandons boolean not null default false,
        -- It has ended, and its caller has no result yet or its calls are not cancelled yet. Otherwise its row is deleted.
        ended boolean not null default false,
        -- Of a flow with settings.control: the key under which it counts. Null for all others, as what follows.
        control_key text,
        -- Its priority while it waits in the line of its key; null once it may run.
        control_rank smallint,
        -- While it waits: later starts of its key replace its data, or are collected for it; or what happens to it if its
        -- key is busy.
        control_state text check (control_state in ('gathers', 'collects', 'waits', 'skips')),
        -- It does not leave the line before; null for at once.
        control_from timestamptz(3),
        primary key (workspace_id, execution_id)
      -- Rows live shortly. Signals are counted in place.
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
      -- Claims go round by workspace, within it by arrival.
      create index execution_claims_ready on execution_claims (workspace_id, ready_at, execution_id) where ready_at is not null;
      create index execution_claims_due on execution_claims (due_at) where due_at is not null;
      -- Executions that are due later than they were started: queued, but not ready. Nearly always empty.
      create index execution_claims_delayed on execution_claims (workspace_id) where fence = 0 and due_at is not null;
      create index execution_claims_worker on execution_claims (worker_id) where worker_id is not null;
      create index execution_claims_slots on execution_claims (workspace_id, flow_id, execution_id) where awaits_slot;
      create index execution_claims_queued on execution_claims (workspace_id, flow_id, execution_id)
        where ready_at is not null and max_concurrent < 1000;
      -- Active executions are counted where the flow has a limit; those without one are not even indexed.
      create index execution_claims_active on execution_claims (workspace_id, flow_id)
        where worker_id is not null and max_concurrent < 1000;
      -- Suspects of having killed their workers: see docs/decisions/claims.md.
      create index execution_claims_suspects on execution_claims (ready_at) where ready_at is not null and takeovers >= 2;
      create index execution_claims_calls on execution_claims (execution_id) where ended or abandons;
      -- The executions of a key: those that run, and those that wait in the order in which they start.
      create index execution_claims_controlled
        on execution_claims (workspace_id, flow_id, control_key, control_rank desc nulls last, execution_id)
        where control_key is not null and not ended;
      create index execution_claims_held_until on execution_claims (workspace_id, flow_id, control_key, control_from)
        where control_from is not null;
      create index execution_claims_held on execution_claims (workspace_id, flow_id) where control_rank is not null;
      select enable_tenant_isolation('execution_claims');

      -- What there is to do for a key of a flow with settings.control, and when. Rows are only added and deleted, so that no
      -- start and no end of an execution waits for another one: keys are decided under a lock of their own.
      create table flow_controls (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        flow_id uuid not null,
        key text not null,
        -- Null for what an execution collects.
        due_at timestamptz(3) default now(),
        -- An execution of the key that has started counts for its throttle until then.
        counts boolean not null default false,
        -- A start that is gathered with others, as start_controlled takes it; of what an execution collects, its trigger data.
        start json,
        -- The execution that collects it, and its size.
        execution_id uuid,
        bytes integer,
        primary key (workspace_id, id)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
      create index flow_controls_due on flow_controls (due_at);
      create index flow_controls_collected on flow_controls (workspace_id, flow_id, key, execution_id, id)
        where execution_id is not null;
      create index flow_controls_of_key on flow_controls (workspace_id, flow_id, key, due_at);
      select enable_tenant_isolation('flow_controls');

      -- Of executions of flows with a limit, given side by side, those that may become active now: by the order of their
      -- ids, behind those that wait in line already and behind earlier ones that are queued, too: two workers that claim at once
      -- skip each other's rows, and the later execution could acquire the slot first. Suspects are driven elsewhere, so nothing
      -- waits for them. Each statement in here sees what was committed before it, so the count is that of a snapshot taken under
      -- the locks, whenever the calling statement began. Locks are taken in one order.
      create function acquire_slots(workspace_ids uuid[], flow_ids uuid[], execution_ids uuid[], own_limits integer[])
        returns setof uuid language plpgsql strict volatile as $$
      begin
        perform pg_advisory_xact_lock(key) from (
          select distinct hashtextextended(flow::text, 0) as key from unnest(flow_ids) flow order by key offset 0) keys;
        return query
          with requested as (
            select * from unnest(workspace_ids, flow_ids, execution_ids, own_limits) r(workspace_id, flow_id, id, own_limit)
          ), free as (
            select f.workspace_id, f.flow_id, coalesce((
                select (c.settings ->> 'maxConcurrent')::integer from flows c
                where c.workspace_id = f.workspace_id and c.id = f.flow_id), f.own_limit)
              - (select count(*) from execution_claims e where e.workspace_id = f.workspace_id and e.flow_id = f.flow_id
                and e.worker_id is not null and e.max_concurrent < 1000) as slots
            from (select workspace_id, flow_id, min(own_limit) as own_limit from requested group by 1, 2) f
          ), placed as (
            select r.id, f.slots, r.workspace_id, r.flow_id,
              row_number() over (partition by r.workspace_id, r.flow_id order by r.id) - 1 as before_it
            from requested r join free f using (workspace_id, flow_id)
          )
          select p.id from placed p where p.slots > p.before_it and p.slots > p.before_it + (
            select count(*) from (
              select from execution_claims w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id and w.awaits_slot
                and w.execution_id < p.id and w.execution_id <> all(execution_ids)
              limit greatest(p.slots, 0)) in_line
          ) + (
            select count(*) from (
              select from execution_claims w where w.workspace_id = p.workspace_id and w.flow_id = p.flow_id
                and w.ready_at is not null and w.max_concurrent < 1000 and not w.awaits_slot and w.takeovers < 2
                and w.execution_id < p.id and w.execution_id <> all(execution_ids)
              limit greatest(p.slots, 0)) queued);
      end $$;

      -- Steps that wait for an event, a row for each of its types. Written and removed with the step's own changes.
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
        -- What must hold besides, as {conditions, scope}; null for nothing.
        conditions json,
        -- How many seconds before the wait an event may have occurred, and when it is looked for next.
        lookback_seconds integer,
        look_at timestamptz(3),
        -- The handle by which the step continues, and the name under which its output holds the event's data; null for
        -- the event itself.
        handle text not null,
        output_as text,
        -- When it began to wait. Events of callers that are still valid then end it, too.
        since timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id, step_id, event_type)
      );
      create index event_waits_key on event_waits (workspace_id, event_type, key);
      create index event_waits_look_at on event_waits (look_at) where look_at is not null;
      select enable_tenant_isolation('event_waits');

      -- Executions below a root. A transaction counts in the row of its own connection, which no other one writes: none
      -- waits for another, however long it stays open. The count is the sum of the rows.
      create table execution_descendants (
        workspace_id uuid not null,
        root_id uuid not null,
        backend integer not null default pg_backend_pid(),
        started integer not null,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, root_id, backend)
      );
      create index execution_descendants_created on execution_descendants (created_at);
      select enable_tenant_isolation('execution_descendants');

      -- Failed executions whose event has not been published: it starts flows that subscribe to it, and error flows. Written
      -- with the end of the execution, deleted by the transaction that publishes it. Without foreign keys, so that no end of
      -- an execution can fail because of it.
      create table execution_failures (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        -- Later than now after an attempt that failed.
        due_at timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id)
      );
      -- Over all workspaces: empty nearly all the time.
      create index execution_failures_due on execution_failures (due_at);
      select enable_tenant_isolation('execution_failures');
    `);
  }
}
