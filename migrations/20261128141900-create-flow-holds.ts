import { Migration } from '@mikro-orm/migrations';

/** Flows that are held before a node, because it has failed several times for one cause: `settings.hold`. */
export class CreateFlowHolds extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_holds (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        flow_id uuid not null,
        -- The cause. The host is empty for failures that are not of a request.
        node_id text not null,
        code text not null,
        host text not null default '',
        -- What the last of the failures said, and how many opened it.
        message text not null,
        failures integer not null,
        state text not null default 'held' check (state in ('held', 'releasing', 'released', 'discarding', 'discarded')),
        -- The version that released executions change to; null for that of each.
        to_version integer,
        -- Executions that were released or discarded so far.
        settled integer not null default 0,
        opened_at timestamptz(3) not null default now(),
        closed_at timestamptz(3),
        -- When a worker goes on releasing or discarding.
        due_at timestamptz(3),
        primary key (workspace_id, id)
      );
      -- A cause holds a flow once, whatever happens concurrently.
      create unique index flow_holds_open on flow_holds (workspace_id, flow_id, node_id, code, host) where closed_at is null;
      create index flow_holds_of_flow on flow_holds (workspace_id, flow_id, id);
      -- Over all workspaces.
      create index flow_holds_due on flow_holds (due_at) where due_at is not null;
      create index flow_holds_closed on flow_holds (closed_at) where closed_at is not null;
      select enable_tenant_isolation('flow_holds');

      -- Steps that a hold keeps from beginning. Written and removed with the step's own changes.
      create table parked_steps (
        workspace_id uuid not null,
        execution_id uuid not null,
        step_id uuid not null,
        hold_id uuid not null,
        primary key (workspace_id, execution_id, step_id)
      );
      create index parked_steps_of_hold on parked_steps (workspace_id, hold_id, execution_id);
      select enable_tenant_isolation('parked_steps');

      -- Failures that count, of flows with the setting: an execution once for each cause. Written with the failed step.
      create table hold_failures (
        workspace_id uuid not null,
        flow_id uuid not null,
        node_id text not null,
        code text not null,
        host text not null,
        execution_id uuid not null,
        message text not null,
        failed_at timestamptz(3) not null default now(),
        -- When it is counted; null afterwards.
        due_at timestamptz(3) default now(),
        primary key (workspace_id, flow_id, node_id, code, host, execution_id)
      );
      -- Over all workspaces.
      create index hold_failures_due on hold_failures (due_at) where due_at is not null;
      create index hold_failures_failed on hold_failures (failed_at);
      select enable_tenant_isolation('hold_failures');
    `);
  }
}
