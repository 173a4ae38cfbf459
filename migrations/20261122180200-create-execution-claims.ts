import { Migration } from '@mikro-orm/migrations';

/**
 * What may be claimed, and by whom, stands in one narrow row for each execution that has not ended: the queue, the claim
 * and the wait are states of this row. The row of the execution itself is written twice, at its start and at its end. The
 * tables of the former job queue are removed; nothing is lost with them, because every open execution gets its claim row.
 */
export class CreateExecutionClaims extends Migration {
  override up(): void {
    this.addSql(`
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
        -- A step that called an execution ended before it: that execution may go on although nobody waits for it.
        abandons boolean not null default false,
        -- It has ended, and its caller has no result yet or its calls are not cancelled yet. Otherwise its row is deleted.
        ended boolean not null default false,
        primary key (workspace_id, execution_id)
      -- Rows live shortly. Signals are counted in place.
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
      -- Claims go round by workspace, within it by arrival.
      create index execution_claims_ready on execution_claims (workspace_id, ready_at, execution_id) where ready_at is not null;
      create index execution_claims_due on execution_claims (due_at) where due_at is not null;
      create index execution_claims_worker on execution_claims (worker_id) where worker_id is not null;
      create index execution_claims_slots on execution_claims (workspace_id, flow_id, execution_id) where awaits_slot;
      -- Active executions are counted where the flow has a limit; those without one are not even indexed.
      create index execution_claims_active on execution_claims (workspace_id, flow_id)
        where worker_id is not null and max_concurrent < 1000;
      -- Suspects of having killed their workers: see docs/adr/0078.
      create index execution_claims_suspects on execution_claims (ready_at) where ready_at is not null and takeovers >= 2;
      create index execution_claims_calls on execution_claims (execution_id) where ended or abandons;
      select enable_tenant_isolation('execution_claims');

      insert into execution_claims (workspace_id, execution_id, flow_id, fence, ready_at, due_at, awaits_slot, max_concurrent,
        signals, takeovers, active_ms, answers, abandons, ended)
      select workspace_id, id, flow_id, fence + 1,
        case when status = 'running' and not awaits_slot and (phase <> 'waiting' or resume_at <= now()) then now() end,
        case when status = 'running' and phase = 'waiting' and resume_at > now() then resume_at end,
        awaits_slot and status = 'running', max_concurrent, signals, takeovers, active_ms,
        parent_step_id is not null, has_abandoned_calls, status <> 'running'
      from executions where status = 'running' or parent_step_id is not null or has_abandoned_calls;

      alter table event_waits drop constraint event_waits_workspace_id_execution_id_fkey;
      drop index executions_status, executions_worker, executions_slots, executions_active, executions_abandoned_calls,
        executions_unanswered;
      alter table executions drop column phase, drop column fence, drop column worker_id, drop column resume_at,
        drop column active_ms, drop column signals, drop column takeovers, drop column max_concurrent,
        drop column awaits_slot, drop column has_abandoned_calls;
      -- Null for executions that run or completed: the end of one that completed changes no indexed column.
      alter table executions add column unsuccessful_status text
        generated always as (case when status in ('failed', 'cancelled') then status end) stored;
      create index executions_unsuccessful on executions (workspace_id, unsuccessful_status, id)
        where unsuccessful_status is not null;

      alter table workers drop column pool_id, drop column concurrency;

      -- Of executions of flows with a limit, given side by side, those that may become active now: by the order of their
      -- ids, behind those that wait in line already. Each statement in here sees what was committed before it, so the
      -- count is that of a snapshot taken under the locks, whenever the calling statement began. Locks are taken in one
      -- order.
      drop function take_turns(uuid[], uuid[], uuid[], integer[]);
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
              limit greatest(p.slots, 0)) ahead);
      end $$;

      drop schema if exists graphile_worker cascade;
    `);
  }
}
