import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ChatTool, ChatTurn } from '../../../platform/providers/converse.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { listToolsOf } from '../../automation/flow-tools/index.js';
import { modelOf } from '../../automation/models/index.js';
import type { WorkContext } from '../../module.js';
import type { SessionRow } from './agent-session.record.js';
import type { AgentToolCall } from './agent-tool-call.object.js';
import { type ClaimedSession, saveSession } from './claim-sessions.js';
import { dropAbandoned, holdsSession } from './end-sessions.js';
import { finishSession, type SessionEnd } from './finish-session.js';
import { readBriefing } from './read-briefing.js';
import { useTool } from './use-tool.js';

const mostTries = 3;
const longestResult = 20_000;

const handOffTool: ChatTool = {
  name: 'hand_off_to_human',
  description:
    'The hands the conversation over to a member of the team. Use it when the contact asks for a person, or when you cannot help.',
  parameters: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
};

/**
 * Runs an assistant's session: calls the model and the tools that it asks for, until it answers with text. Each turn is
 * saved with the results of its tools, so that another process can continue from there if this one dies.
 */
export async function driveSession(context: WorkContext, claimed: ClaimedSession, signal: AbortSignal): Promise<void> {
  const { db, now } = context.services;
  let session = claimed;
  try {
    const sql = db.within(session.workspaceId);
    const { agent, messages } = await readBriefing(sql, session);
    if (!agent.isActive) {
      const end: SessionEnd = {
        status: 'failed',
        code: 'AGENT_INACTIVE',
        error: `The assistant ${agent.name} is inactive.`,
      };
      return await finishSession(context, session, end);
    }
    const tools = await listToolsOf({ sql, workspaceId: session.workspaceId }, agent.tools);
    session = { ...session, messages: session.messages ?? messages };
    for (;;) {
      const chatTurn = await converse(context, session, agent, [...tools, handOffTool], signal);
      session = { ...session, turns: session.turns + 1, messages: [...(session.messages ?? []), chatTurn.message] };
      const end = endOf(chatTurn);
      if (end) return await finishSession(context, session, end);
      // What waited for the session may have ended during the call of the model: then no tool is used.
      if (!(await holdsSession(db.pool, session))) return await dropAbandoned(db.pool, session, now());
      const used = await Promise.all(
        chatTurn.toolCalls.map((call) => useTool({ services: context.services, session, tools, signal }, call)),
      );
      session = withTools(session, used);
      if (!(await saveSession(db.pool, session, now()))) return await dropAbandoned(db.pool, session, now());
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await fail(context, session, error);
  }
}

function converse(
  context: WorkContext,
  { workspaceId, id, turns, tries, maxTurns, messages }: ClaimedSession,
  agent: { model: string | null; temperature: number | null },
  tools: readonly ChatTool[],
  signal: AbortSignal,
): Promise<ChatTurn> {
  const isLast = turns + 1 >= maxTurns;
  const request = {
    messages: messages ?? [],
    // Without tools, so that the last turn ends with an answer.
    tools: isLast ? [] : tools,
    ...(agent.model !== null && { model: agent.model }),
    ...(agent.temperature !== null && { temperature: agent.temperature }),
  };
  return modelOf(context, workspaceId, `session:${id}:${turns}:${tries}`).converse(request, signal);
}

function endOf({ text, toolCalls }: ChatTurn): SessionEnd | null {
  const handOff = toolCalls.find(({ name }) => name === handOffTool.name);
  if (handOff) return { status: 'handed_off', output: reasonOf(handOff.arguments) || text };
  return toolCalls.length === 0 ? { status: 'completed', output: text } : null;
}

function reasonOf(text: string): string {
  try {
    const { reason } = JSON.parse(text) as { reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}

function withTools(session: ClaimedSession, used: readonly AgentToolCall[]): ClaimedSession {
  const results = used.map(({ id, result }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: JSON.stringify(result ?? null).slice(0, longestResult),
  }));
  return {
    ...session,
    toolCalls: [...session.toolCalls, ...used],
    messages: [...(session.messages ?? []), ...results],
  };
}

async function fail(context: WorkContext, session: ClaimedSession, error: ProviderError): Promise<void> {
  const { db, now } = context.services;
  const { workspaceId, id, tries, fence } = session;
  if (!error.retryable || tries + 1 >= mostTries) {
    return finishSession(context, session, { status: 'failed', code: error.code, error: error.message });
  }
  const next = new Date(now().getTime() + 2 ** tries * 5_000);
  await typed(db.pool, 'retry_session', tableOf<SessionRow>()('agent_sessions'))
    .updateTable('agent_sessions')
    .set((row) => ({ tries: row('tries', '+', 1), dueAt: next, workerId: null }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}
