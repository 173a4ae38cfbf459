import type { Sql } from '../../../platform/database/database.js';
import type { ChatMessage } from '../../../platform/providers/converse.js';
import { readRow } from '../../../platform/records/index.js';
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
  const { rows } = await sql.query<BriefedAgent>(
    `/* agent_of_session */ select name, prompt, model, temperature, tools, company_context_id as "companyContextId",
       is_active as "isActive" from agents where workspace_id = $1 and id = $2`,
    [workspaceId, agentId],
  );
  const agent = rows[0] as BriefedAgent;
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
  const { rows } = await sql.query<{ author: string; body: string }>(
    `/* history_for_agent */ select author, left(body, 4000) as body from messages
     where workspace_id = $1 and conversation_id = $2 and status <> 'failed'
     order by created_at desc, id desc limit ${historyAtMost}`,
    [workspaceId, conversationId],
  );
  return rows
    .reverse()
    .map(({ author, body }) => ({ role: author === 'contact' ? 'user' : 'assistant', content: body }));
}
