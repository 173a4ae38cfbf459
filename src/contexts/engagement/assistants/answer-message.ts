import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { CreatedMessage } from '../../crm/definitions/index.js';
import { startAgentSession } from './start-session.js';

/** Maximum turns for the answer to one message. */
const chatTurnsOfAnswer = 10;

/** Starts the answer to an inbound message if an active assistant is assigned, in the transaction that writes the message. */
export async function answerMessage(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction !== 'inbound') return;
  const { workspaceId, conversationId } = message;
  const text = `/* assigned_agent */ select a.id from conversations v
      join agents a on a.workspace_id = v.workspace_id and a.id = v.agent_id and a.is_active
      join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id and not c.do_not_contact
    where v.workspace_id = $1 and v.id = $2 and v.channel <> 'voice'`;
  const { rows } = await sql.query<{ id: string }>(statement(text, [workspaceId, conversationId]));
  if (!rows[0]) return;
  const session = {
    workspaceId,
    conversationId,
    agentId: rows[0].id,
    input: message.body,
    maxTurns: chatTurnsOfAnswer,
  };
  await startAgentSession(sql, { ...session, key: `message:${message.id}`, at });
}
