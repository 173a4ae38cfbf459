import { Migration } from '@mikro-orm/migrations';

/** The operator can refuse a user without deleting what they own. */
export class DisableUsers extends Migration {
  override up(): void {
    this.addSql('alter table users add column disabled_at timestamptz(3)');
  }
}
