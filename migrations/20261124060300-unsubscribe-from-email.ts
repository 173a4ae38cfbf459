import { Migration } from '@mikro-orm/migrations';

/** Contacts unsubscribe from marketing email, whose footer names the sender: RFC 8058 and CAN-SPAM. */
export class UnsubscribeFromEmail extends Migration {
  override up(): void {
    this.addSql(`
      alter table contacts add column unsubscribed_at timestamptz(3), add column unsubscribed_by text;
      alter table workspaces add column postal_address text;
      -- A message of a sequence, which its recipient can unsubscribe from.
      alter table message_deliveries add column is_marketing boolean not null default false;
    `);
  }
}
