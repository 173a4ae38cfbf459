import { Migration } from '@mikro-orm/migrations';

/** Exports, imports and changes of many records that workers do step by step: see docs/decisions/claims.md. */
export class CreateJobs extends Migration {
  override up(): void {
    this.addSql(`
      create table jobs (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        type text not null,
        resource text not null,
        action text,
        status text not null,
        done integer not null,
        total integer,
        created integer not null,
        updated integer not null,
        deleted integer not null,
        unchanged integer not null,
        failed integer not null,
        errors jsonb not null,
        error text,
        -- No foreign key: the job ends by itself once its rights are gone.
        created_by uuid not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        format text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- When a worker has something to do for it.
        due_at timestamptz(3),
        -- The worker that claimed it, while that worker has a lease: see docs/decisions/claims.md.
        worker_id uuid,
        -- Raised by each claim.
        fence integer not null default 0,
        -- Null: a user started it in person.
        api_key_id uuid,
        request json not null,
        -- The number of its next step, and of the part that the step works on.
        step integer not null default 0,
        -- Where it looks for further records: empty at the start, null at the end.
        position text,
        -- Steps that failed for a while, in a row.
        tries integer not null default 0,
        result_bytes bigint not null default 0,
        primary key (workspace_id, id)
      );
      create index jobs_created_at on jobs (workspace_id, created_at, id);
      create index jobs_active on jobs (workspace_id) where finished_at is null;
      -- Over all workspaces.
      create index jobs_due on jobs (due_at) where due_at is not null;
      create index jobs_worker on jobs (worker_id) where worker_id is not null and due_at is not null;
      create index jobs_finished_at on jobs (finished_at) where finished_at is not null;
      select enable_tenant_isolation('jobs');

      create table job_parts (
        workspace_id uuid not null,
        job_id uuid not null,
        kind text not null check (kind in ('input', 'output')),
        index integer not null,
        content text not null,
        primary key (workspace_id, job_id, kind, index),
        foreign key (workspace_id, job_id) references jobs (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('job_parts');
    `);
  }
}
