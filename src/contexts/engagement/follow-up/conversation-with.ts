import type { Sql } from '../../../platform/database/database.js';
import { createRecordIn, type RecordScope } from '../../../platform/records/index.js';
import { conversations } from '../../crm/definitions/index.js';
import type { Reach } from '../channels/index.js';

interface Reachable {
  id: string;
  email: string | null;
  phone: string | null;
}

/**
 * The conversation to write to a contact in: of those in web chat or over a channel that can be used, the last open one, otherwise the last resolved one, or else a new one over the preferred channel. In the caller's transaction.
 * @throws ProviderError if no channel reaches the contact
 */
export async function conversationWith(
  sql: Sql,
  scope: RecordScope,
  reach: Reach,
  contact: Reachable,
): Promise<string> {
  const channels = reach.channelsTo(contact);
  const { rows } = await sql.query<{ id: string }>(
    `/* last_conversation_for_follow_up */ select id from conversations
     where workspace_id = $1 and contact_id = $2 and channel = any($3)
     order by status = 'resolved', coalesce(last_message_at, created_at) desc, id desc limit 1`,
    [scope.workspaceId, contact.id, [...channels, 'webchat']],
  );
  if (rows[0]) return rows[0].id;
  const [channel] = channels;
  if (!channel) throw reach.unreachable(contact);
  return (await createRecordIn(sql, scope, conversations, { contactId: contact.id, channel })).id;
}
