import { Migration } from '@mikro-orm/migrations';

/** Which executions were retried, for retries of many. */
export class IndexRetriedExecutions extends Migration {
  override up(): void {
    this.addSql(`
      create index executions_retry_of on executions (workspace_id, retry_of) where retry_of is not null;
    `);
  }
}
