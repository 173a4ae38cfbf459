import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Contact, Conversation, CreatedMessage } from '../../crm/definitions/index.js';
import { enrollContact } from './enroll-contact.js';
import type { FollowUpSequence } from './follow-up-sequence.record.js';
import { type Stopped, stopEnrollments } from './stop-enrollments.js';

const conversations = tableOf<Conversation>()('conversations');

/**
 * Updates follow-ups for a new message, in the transaction that writes it: a message from a contact ends the contact's
 * enrollments, a message from an assistant enrolls the contact in the sequence that applies.
 */
export async function followUpOnMessage(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction === 'inbound') await stopByReply(sql, message, at);
  else if (message.author === 'agent') await enrollForReply(sql, message, at);
}

async function stopByReply(sql: Sql, { workspaceId, conversationId }: CreatedMessage, at: Date): Promise<void> {
  const conversation = await typed(sql, 'contact_of_reply', conversations)
    .selectFrom('conversations')
    .select('contactId')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (!conversation) return;
  const stopped = await stopEnrollments(sql, { workspaceId, contactId: conversation.contactId }, 'replied', at);
  if (stopped.length > 0) await reactivateAgent(sql, { workspaceId, conversationId, stopped, at });
}

interface Reactivation {
  workspaceId: string;
  conversationId: string;
  stopped: readonly Stopped[];
  at: Date;
}

/** Reopens the conversation and assigns its former assistant, unless another one has been assigned since: all in one statement. */
async function reactivateAgent(sql: Sql, { workspaceId, conversationId, stopped, at }: Reactivation): Promise<void> {
  const text = `/* reactivate_agent */ update conversations v
    set agent_id = coalesce(v.agent_id, a.id), status = 'open', resolved_at = null, updated_at = $4
    from (
      select (select a.id from agents a where a.workspace_id = $1 and a.id = e.agent_id and a.is_active) as id
      from follow_up_enrollments e join follow_up_sequences s on s.workspace_id = $1 and s.id = e.follow_up_sequence_id
      where e.workspace_id = $1 and e.id = any($3::uuid[]) and s.reactivate_agent
      order by e.agent_id is null limit 1
    ) a
    where v.workspace_id = $1 and v.id = $2 and (v.agent_id is null and a.id is not null or v.status <> 'open')`;
  await sql.query(statement(text, [workspaceId, conversationId, stopped.map(({ id }) => id), at]));
}

async function enrollForReply(sql: Sql, { workspaceId, conversationId }: CreatedMessage, at: Date): Promise<void> {
  // The assistant's own sequence takes precedence over one for all assistants, and that over the default. The shared lock
  // delays a deactivation until the enrollment exists, so that it is stopped with the others.
  const tables = [conversations, tableOf<Contact>()('contacts'), tableOf<FollowUpSequence>()('follow_up_sequences')];
  const match = await typed(sql, 'fitting_sequence', ...tables)
    .selectFrom('conversations as v')
    .innerJoin('contacts as c', (of) =>
      of.onRef('c.workspaceId', '=', 'v.workspaceId').onRef('c.id', '=', 'v.contactId'),
    )
    .innerJoin('follow_up_sequences as s', (of) =>
      of
        .onRef('s.workspaceId', '=', 'v.workspaceId')
        .on((s) => s.or([s('s.agentId', 'is', null), s('s.agentId', '=', s.ref('v.agentId'))])),
    )
    .select(['v.contactId', 'v.agentId', 's.id', 's.steps'])
    .where('v.workspaceId', '=', workspaceId)
    .where('v.id', '=', conversationId)
    .where('c.doNotContact', '=', false)
    .where('s.isActive', '=', true)
    .where(({ eb, fn }) => eb(fn<number>('jsonb_array_length', ['s.steps']), '>', 0))
    .orderBy((s) => s('s.agentId', 'is', null))
    .orderBy('s.isDefault')
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .limit(1)
    .forShare('s')
    .executeTakeFirst();
  if (!match) return;
  const { contactId, agentId, ...sequence } = match;
  await enrollContact(sql, { workspaceId, conversationId, at, contactId, agentId, sequence });
}
