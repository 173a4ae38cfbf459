import { Migration } from '@mikro-orm/migrations';

/** Lists that grow with the customers of a workspace are read in the orders that people choose without sorting all rows. */
export class ListOrderIndexes extends Migration {
  override up(): void {
    this.addSql(`
      create index contacts_updated_at on contacts (workspace_id, updated_at, id);
      create index contacts_company on contacts (workspace_id, company, id);
      create index conversations_updated_at on conversations (workspace_id, updated_at, id);
      create index voice_calls_started_at on voice_calls (workspace_id, started_at, id);
      create index unrouted_messages_created_at on unrouted_messages (workspace_id, created_at, id);
    `);
  }
}
