import { Migration } from '@mikro-orm/migrations';

/** A campaign that cannot continue for now is paused with the reason, and can be resumed. */
export class PauseCampaigns extends Migration {
  override up(): void {
    this.addSql('alter table campaigns add column paused_reason text;');
  }
}
