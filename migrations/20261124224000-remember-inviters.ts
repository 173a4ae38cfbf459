import { Migration } from '@mikro-orm/migrations';

/** Who gave an invitation: it gives no more than they have. */
export class RememberInviters extends Migration {
  override up(): void {
    this.addSql(`
      alter table invitations add column granted_by uuid;
      create index invitations_granted_by on invitations (workspace_id, granted_by);
    `);
  }
}
