import type { Sql } from '../../../platform/database/database.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { createRecordIn, type RecordScope } from '../../../platform/records/index.js';
import { conversations } from '../../crm/definitions/index.js';

interface Reachable {
  id: string;
  email: string | null;
  phone: string | null;
}

/**
 * The conversation to write to a contact in: the one that was active last, or else a new one over WhatsApp, or over email
 * for a contact without a phone number. In the caller's transaction.
 * @throws ProviderError if the contact has no address
 */
export async function conversationWith(sql: Sql, scope: RecordScope, contact: Reachable): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `/* last_conversation */ select id from conversations
     where workspace_id = $1 and contact_id = $2 and channel <> 'voice'
     order by status = 'resolved', coalesce(last_message_at, created_at) desc, id desc limit 1`,
    [scope.workspaceId, contact.id],
  );
  if (rows[0]) return rows[0].id;
  const channel = contact.phone ? 'whatsapp' : contact.email ? 'email' : null;
  if (!channel) throw new ProviderError('REFUSED', 'The contact must have a phone number or an email address.', false);
  const conversation = await createRecordIn(sql, scope, conversations, { contactId: contact.id, channel });
  return conversation.id;
}
