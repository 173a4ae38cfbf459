import { Migration } from '@mikro-orm/migrations';

/** The country by which a workspace reads phone numbers without a country code. Without one, they are rejected. */
export class AddWorkspaceCountry extends Migration {
  override up(): void {
    this.addSql(`
      alter table workspaces add column country text constraint workspaces_country_check check (country ~ '^[A-Z]{2}$');
    `);
  }
}
