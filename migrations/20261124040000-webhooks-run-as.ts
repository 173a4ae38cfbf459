import { Migration } from '@mikro-orm/migrations';

/**
 * Webhooks receive what a user or API key may read: whoever saved them last. Nothing says who that was for those so far, so
 * they receive what the owner of longest standing may read, as before.
 */
export class WebhooksRunAs extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks add column run_as uuid;
      update webhooks w set run_as = (
        select m.user_id from members m where m.workspace_id = w.workspace_id and m.role = 'OWNER'
        order by m.created_at, m.user_id limit 1
      );
    `);
  }
}
