import { Migration } from '@mikro-orm/migrations';

/** The requests that started executions by webhook, and an index to find what a flow responds to a waiting caller. */
export class KeepWebhookRequests extends Migration {
  override up(): void {
    this.addSql(`
      alter table executions add column request json;

      -- Small: no other step is in it. Steps have no index of their type.
      create index on execution_steps (workspace_id, execution_id) where node_type = 'webhook.respond';
    `);
  }
}
