import { Migration } from '@mikro-orm/migrations';

/** The search of the audit log finds entries by their action and their actor without reading the whole log. */
export class IndexAuditSearch extends Migration {
  override up(): void {
    this.addSql(`
      create index audit_log_action on audit_log (workspace_id, action, id);
      create index audit_log_actor_text on audit_log (workspace_id, actor, id) where actor is not null;
    `);
  }
}
