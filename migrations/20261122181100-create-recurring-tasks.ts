import { Migration } from '@mikro-orm/migrations';

/** What one process at a time does again and again: rollups, sweeps, retention. A row is added when a worker first starts. */
export class CreateRecurringTasks extends Migration {
  override up(): void {
    this.addSql(`
      create table recurring_tasks (
        name text primary key,
        due_at timestamptz(3) not null default now(),
        worker_id uuid,
        fence integer not null default 0
      );
    `);
  }
}
