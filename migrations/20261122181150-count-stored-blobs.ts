import { Migration } from '@mikro-orm/migrations';

/** Counts the large values of executions in the stored bytes of their workspaces. */
export class CountStoredBlobs extends Migration {
  override up(): void {
    this.addSql(`
      insert into workspace_storage as s (workspace_id, backend, bytes)
      select workspace_id, 0, sum(size) from blobs group by 1 order by 1
      on conflict (workspace_id, backend) do update set bytes = s.bytes + excluded.bytes;
    `);
  }
}
