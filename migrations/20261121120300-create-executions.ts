import { Migration } from '@mikro-orm/migrations';

/**
 * Runs, their steps and their event log. Every key is a UUIDv7 or leads with one, so that each of these tables can
 * be partitioned by ranges of execution_id (id for executions), which are ranges of time.
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
        phase text not null default 'queued' check (phase in ('queued', 'active', 'waiting', 'done')),
        trigger text not null,
        start_node_id text,
        trigger_data json,
        output json,
        error json,
        parent_execution_id uuid,
        retry_of uuid,
        -- Raised by whoever takes the run over or ends it. A write that carries an older one changes nothing.
        fence integer not null default 0,
        -- The process that drives the run now; its lease is the row in workers.
        worker_id uuid,
        -- Waiting runs: the earliest time at which something is to be done.
        resume_at timestamptz(3),
        -- Milliseconds spent active in earlier turns; waiting does not count against the flow's timeout.
        active_ms bigint not null default 0,
        started_at timestamptz(3) not null,
        finished_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      ) with (fillfactor = 85);
      create index executions_flow on executions (workspace_id, flow_id, id);
      -- The rare states; nearly all rows are completed and stay out of it.
      create index executions_status on executions (workspace_id, status, id) where status <> 'completed';
      create index executions_worker on executions (worker_id) where worker_id is not null;
      create index executions_parent on executions (workspace_id, parent_execution_id) where parent_execution_id is not null;

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
        -- The source handle the step left by; the run's next steps are decided from it.
        handle text,
        input json,
        output json,
        -- Variables of the run that the step set.
        variables json,
        logs json,
        error json,
        truncated boolean not null default false,
        resume_at timestamptz(3),
        started_at timestamptz(3) not null,
        finished_at timestamptz(3),
        -- One row a visit: what completed once cannot run again.
        primary key (workspace_id, execution_id, node_id, iteration)
      ) with (fillfactor = 90);

      -- One row for each stored change of a run. Ordered by (tx, id): a reader that takes only rows whose tx is below
      -- the oldest transaction still running never sees a later one appear before an earlier one.
      create table execution_events (
        workspace_id uuid not null,
        execution_id uuid not null,
        flow_id uuid not null,
        tx xid8 not null default pg_current_xact_id(),
        id bigint generated always as identity (cache 50),
        -- [{node, iteration, status, attempt, at, error?}] in order
        steps json not null,
        -- {status, phase} where the run itself changed
        execution json,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, execution_id, tx, id)
      );
      create index execution_events_feed on execution_events (workspace_id, tx, id);

      -- The same key for the same flow within 24 hours answers with the same execution.
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

      -- The processes that drive runs. lease_until is moved on by a heartbeat; who lets it pass is dead.
      create table workers (
        id uuid primary key,
        -- locked_by of the queue's jobs
        pool_id text not null,
        started_at timestamptz(3) not null default now(),
        lease_until timestamptz(3) not null
      );
    `);
  }
}
