import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts are never deleted, and each run writes a usage event: to look its account up, and to lock that row together
 * with every other run of the account, is all that these constraints do.
 */
export class LoosenUsageEvents extends Migration {
  override up(): void {
    this.addSql(`
      alter table usage_events drop constraint usage_events_account_id_fkey;
      alter table usage_hours drop constraint usage_hours_account_id_fkey;
    `);
  }
}
