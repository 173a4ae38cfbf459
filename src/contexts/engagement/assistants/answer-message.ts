import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Agent, Contact, Conversation, CreatedMessage } from '../../crm/definitions/index.js';
import { startAgentSession } from './start-session.js';

/** Maximum turns for the answer to one message. */
const chatTurnsOfAnswer = 10;

const tables = [tableOf<Conversation>()('conversations'), tableOf<Agent>()('agents'), tableOf<Contact>()('contacts')];

/** Starts the answer to an inbound message if an active assistant is assigned, in the transaction that writes the message. */
export async function answerMessage(sql: Sql, message: CreatedMessage, at: Date): Promise<void> {
  if (message.direction !== 'inbound') return;
  const { workspaceId, conversationId } = message;
  const agent = await typed(sql, 'assigned_agent', ...tables)
    .selectFrom('conversations as v')
    .innerJoin('agents as a', (of) => of.onRef('a.workspaceId', '=', 'v.workspaceId').onRef('a.id', '=', 'v.agentId'))
    .innerJoin('contacts as c', (of) =>
      of.onRef('c.workspaceId', '=', 'v.workspaceId').onRef('c.id', '=', 'v.contactId'),
    )
    .select('a.id')
    .where('v.workspaceId', '=', workspaceId)
    .where('v.id', '=', conversationId)
    .where('v.channel', '<>', 'voice')
    .where('a.isActive', '=', true)
    .where('c.doNotContact', '=', false)
    .executeTakeFirst();
  if (!agent) return;
  const session = {
    workspaceId,
    conversationId,
    agentId: agent.id,
    input: message.body,
    maxTurns: chatTurnsOfAnswer,
  };
  await startAgentSession(sql, { ...session, key: `message:${message.id}`, at });
}
