import type { Sql } from '../../../platform/database/database.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { createRecordIn, type RecordScope } from '../../../platform/records/index.js';
import { type Conversation, conversations } from '../../crm/definitions/index.js';
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
  const last = await typed(sql, 'last_conversation_for_follow_up', tableOf<Conversation>()('conversations'))
    .selectFrom('conversations')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .where('contactId', '=', contact.id)
    .where('channel', '=', anyOf<Conversation['channel']>([...channels, 'webchat']))
    .orderBy((row) => row('status', '=', 'resolved'))
    .orderBy(({ fn }) => fn.coalesce('lastMessageAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) return last.id;
  const [channel] = channels;
  if (!channel) throw reach.unreachable(contact);
  return (await createRecordIn(sql, scope, conversations, { contactId: contact.id, channel })).id;
}
