import { Migration } from '@mikro-orm/migrations';

/**
 * Claims of messages, follow-ups and sessions of assistants last as long as the lease of the worker that made them, not
 * for some minutes: what a dead process had claimed is taken over in seconds, and a slow one keeps what it works on.
 */
export class ClaimByWorkers extends Migration {
  override up(): void {
    for (const table of ['message_deliveries', 'follow_up_enrollments', 'agent_sessions']) {
      this.addSql(`
        alter table ${table} drop column claimed_until,
          -- Whose it is; nobody's where that worker is gone.
          add column worker_id uuid,
          -- Raised by each claim.
          add column fence integer not null default 0;
        -- Over all workspaces, and short: what is worked on just now.
        create index ${table}_worker on ${table} (worker_id) where worker_id is not null and due_at is not null;
      `);
    }
  }
}
