import { Migration } from '@mikro-orm/migrations';

/** The operator can create a link that logs a user in once. */
export class LoginLinks extends Migration {
  override up(): void {
    this.addSql('alter table account_links drop constraint account_links_purpose_check');
    this.addSql(
      `alter table account_links add constraint account_links_purpose_check
         check (purpose in ('reset_password', 'verify_email', 'change_email', 'log_in'))`,
    );
  }
}
