import { Migration } from '@mikro-orm/migrations';

/** Each backup that `workspace-automation backup` completed, so that servers show how old the last one is. */
export class CreateBackups extends Migration {
  override up(): void {
    this.addSql(`
      create table backups (
        id uuid primary key default uuidv7(),
        created_at timestamptz(3) not null,
        duration_ms integer not null,
        bytes bigint not null,
        rows bigint not null,
        destination text not null check (destination in ('file', 'object_storage'))
      );
      create index backups_created_at on backups (created_at);
    `);
  }
}
