import { Migration } from '@mikro-orm/migrations';

/** What a workspace may use, and how much of it it uses. See docs/adr/0074. */
export class AddQuotas extends Migration {
  override up(): void {
    this.addSql(`
      alter table workspaces
        -- {name: limit}: what the operator set for this workspace instead of the defaults.
        add column quotas jsonb not null default '{}',
        -- Its share of the slots of a process, beside workspaces with a weight of 1.
        add column work_weight smallint not null default 1 check (work_weight between 1 and 100);
      -- All that differ from the defaults are read at once: they are few.
      create index workspaces_own_limits on workspaces (id) where quotas <> '{}' or work_weight <> 1;

      -- The execution that a chain of calls and events began with; null for that one itself.
      alter table executions add column root_id uuid;

      -- Executions that are due later than they were started: queued, but not ready. Nearly always empty.
      create index execution_claims_delayed on execution_claims (workspace_id) where fence = 0 and due_at is not null;

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

      -- Bytes that a workspace stores, counted in the same way. Rows of closed connections are added up now and then.
      create table workspace_storage (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        backend integer not null default pg_backend_pid(),
        bytes bigint not null,
        primary key (workspace_id, backend)
      );
      select enable_tenant_isolation('workspace_storage');

      -- The time until which the starts of a workspace are booked, each taking a minute divided by the limit. Written by
      -- each process about once a second. Lost with a crash of Postgres, which costs a minute's count.
      create unlogged table execution_start_rates (
        workspace_id uuid primary key references workspaces (id) on delete cascade,
        booked_until timestamptz not null
      );
      select enable_tenant_isolation('execution_start_rates');

      -- What was refused, so that nothing is dropped silently.
      create table quota_refusals (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        refused bigint not null,
        refused_at timestamptz(3) not null,
        primary key (workspace_id, name)
      );
      select enable_tenant_isolation('quota_refusals');
    `);
  }
}
