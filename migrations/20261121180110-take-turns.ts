import { Migration } from '@mikro-orm/migrations';

/** Active runs of a flow are counted where the flow has a limit; those without one are not even indexed. */
export class TakeTurns extends Migration {
  override up(): void {
    this.addSql(`
      create index executions_active on executions (workspace_id, flow_id)
        where worker_id is not null and max_concurrent < 1000;
    `);
  }
}
