import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ChatMessage } from '../../../platform/providers/converse.js';
import { readRow } from '../../../platform/records/index.js';
import type { Agent, Message } from '../../crm/definitions/index.js';
import { companyContexts, promptTemplate } from '../company-contexts/index.js';
import type { ClaimedSession } from './claim-sessions.js';

export interface Briefing {
  agent: BriefedAgent;
  messages: ChatMessage[];
}

interface BriefedAgent {
  name: string;
  prompt: string | null;
  model: string | null;
  temperature: number | null;
  tools: string[];
  companyContextId: string | null;
  isActive: boolean;
}

const historyAtMost = 40;

/** The assistant, and the first messages of its session: its prompt, its company context, and the conversation so far. */
export async function readBriefing(sql: Sql, session: ClaimedSession): Promise<Briefing> {
  const { workspaceId, agentId, conversationId, input } = session;
  const agent: BriefedAgent = await typed(sql, 'agent_of_session', tableOf<Agent>()('agents'))
    .selectFrom('agents')
    .select(['name', 'prompt', 'model', 'temperature', 'tools', 'companyContextId', 'isActive'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  const id = agent.companyContextId;
  const company =
    id && (await readRow<Parameters<typeof promptTemplate>[0]>(sql, companyContexts, { workspaceId, id }));
  const system = [agent.prompt ?? `You are the assistant ${agent.name}.`, company && promptTemplate(company, {})];
  const conversation = conversationId
    ? await history(sql, workspaceId, conversationId)
    : [{ role: 'user' as const, content: input }];
  return { agent, messages: [{ role: 'system', content: system.filter(Boolean).join('\n\n') }, ...conversation] };
}

async function history(sql: Sql, workspaceId: string, conversationId: string): Promise<ChatMessage[]> {
  const rows = await typed(sql, 'history_for_agent', tableOf<Message>()('messages'))
    .selectFrom('messages')
    .select(({ fn, val }) => ['author', fn<string>('left', ['body', val(4_000)]).as('body')])
    .where('workspaceId', '=', workspaceId)
    .where('conversationId', '=', conversationId)
    .where('status', '<>', 'failed')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(historyAtMost)
    .execute();
  return rows
    .reverse()
    .map(({ author, body }) => ({ role: author === 'contact' ? 'user' : 'assistant', content: body }));
}
