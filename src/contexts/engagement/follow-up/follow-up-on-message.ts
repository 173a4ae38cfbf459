import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Conversation, CreatedMessage } from '../../crm/definitions/index.js';
import { enrollContact } from './enroll-contact.js';
import type { FollowUpSequence } from './follow-up-sequence.record.js';
import { type Stopped, stopEnrollments } from './stop-enrollments.js';

/**
 * Updates follow-ups for a new message, in the transaction that writes it: a message from a contact ends the contact's
 * enrollments, a message from an assistant enrolls the contact in the sequence that applies.
 */
export async function followUpOnMessage(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction === 'inbound') await stopByReply(sql, message, at);
  else if (message.author === 'agent') await enrollForReply(sql, message, at);
}

async function stopByReply(sql: Sql, { workspaceId, conversationId }: CreatedMessage, at: Date): Promise<void> {
  const conversation = await typed(sql, 'contact_of_reply', tableOf<Conversation>()('conversations'))
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

/** Reopens the conversation and assigns its former assistant, unless another one has been assigned since. */
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

interface Match {
  contactId: string;
  agentId: string | null;
  sequence: Pick<FollowUpSequence, 'id' | 'steps'>;
}

async function enrollForReply(sql: Sql, { workspaceId, conversationId }: CreatedMessage, at: Date): Promise<void> {
  // The assistant's own sequence takes precedence over one for all assistants, and that over the default. The shared lock
  // delays a deactivation until the enrollment exists, so that it is stopped with the others.
  const text = `/* fitting_sequence */ select v.contact_id as "contactId", v.agent_id as "agentId",
      json_build_object('id', s.id, 'steps', s.steps) as sequence
    from conversations v join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
      join follow_up_sequences s on s.workspace_id = v.workspace_id and (s.agent_id is null or s.agent_id = v.agent_id)
    where v.workspace_id = $1 and v.id = $2 and not c.do_not_contact and s.is_active and jsonb_array_length(s.steps) > 0
    order by s.agent_id is null, s.is_default, s.created_at, s.id limit 1 for share of s`;
  const { rows } = await sql.query<Match>(statement(text, [workspaceId, conversationId]));
  const [match] = rows;
  if (match) await enrollContact(sql, { workspaceId, conversationId, at, ...match });
}
