import { Migration } from '@mikro-orm/migrations';

/** What runs as a member or an API key is looked for with each of a list of them, and in the transaction that ends them. */
export class IndexFlowsByRunAs extends Migration {
  override up(): void {
    this.addSql('create index flows_run_as on flows (workspace_id, run_as, id) where is_active;');
  }
}
