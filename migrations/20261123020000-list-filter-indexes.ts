import { Migration } from '@mikro-orm/migrations';

/**
 * Lists that grow with the customers of a workspace find the rows of a rare status, of a record and of a failure without
 * reading all others, and opportunities are read in the orders that people choose. Deletions of conversations find their sessions by the same index.
 */
export class ListFilterIndexes extends Migration {
  override up(): void {
    this.addSql(`
      create index contacts_status on contacts (workspace_id, status, id);
      create index conversations_status on conversations (workspace_id, status, id);
      create index opportunities_status on opportunities (workspace_id, status, id);
      create index opportunities_updated_at on opportunities (workspace_id, updated_at, id);
      create index opportunities_value on opportunities (workspace_id, value, id);
      create index agent_sessions_conversation on agent_sessions (workspace_id, conversation_id, id)
        where conversation_id is not null;
      create index outbox_messages_failed on outbox_messages (workspace_id, id) where status = 'failed';
      create index audit_log_target on audit_log (workspace_id, target_id, id) where target_id is not null;
      create index audit_log_refused on audit_log (workspace_id, id) where outcome = 'refused';
    `);
  }
}
