import type { ChatTool, ChatTurn } from '../../../platform/providers/converse.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { listToolsOf } from '../../automation/flow-tools/index.js';
import { modelOf } from '../../automation/models/index.js';
import type { WorkContext } from '../../module.js';
import type { AgentToolCall } from './agent-tool-call.object.js';
import { dropAbandoned, type SessionAtWork, saveSession } from './claim-sessions.js';
import { finishSession, type SessionEnd } from './finish-session.js';
import { readBriefing } from './read-briefing.js';
import { useTool } from './use-tool.js';

const mostTries = 3;
const longestResult = 20_000;

const handOffTool: ChatTool = {
  name: 'hand_off_to_human',
  description: 'Ends your part: somebody of the team goes on. Use it when you are asked for a person, or cannot help.',
  parameters: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
};

/**
 * Lets an assistant work: it thinks, uses tools, and thinks again, until it says something. Each turn is kept with what
 * its tools came to, so that another process goes on from there when this one dies.
 */
export async function driveSession(context: WorkContext, claimed: SessionAtWork, signal: AbortSignal): Promise<void> {
  const { db, now } = context.services;
  let session = claimed;
  try {
    const sql = db.within(session.workspaceId);
    const { agent, messages } = await readBriefing(sql, session);
    if (!agent.isActive) {
      const end: SessionEnd = {
        status: 'failed',
        code: 'AGENT_INACTIVE',
        error: `The assistant ${agent.name} is switched off.`,
      };
      return await finishSession(context, session, end);
    }
    const tools = await listToolsOf({ sql, workspaceId: session.workspaceId }, agent.tools);
    session = { ...session, messages: session.messages ?? messages };
    for (;;) {
      const chatTurn = await think(context, session, agent, [...tools, handOffTool], signal);
      session = { ...session, turns: session.turns + 1, messages: [...(session.messages ?? []), chatTurn.message] };
      const end = endOf(chatTurn);
      if (end) return await finishSession(context, session, end);
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

function think(
  context: WorkContext,
  { workspaceId, id, turns, tries, maxTurns, messages }: SessionAtWork,
  agent: { model: string | null; temperature: number | null },
  tools: readonly ChatTool[],
  signal: AbortSignal,
): Promise<ChatTurn> {
  const isLast = turns + 1 >= maxTurns;
  const asked = {
    messages: messages ?? [],
    // In its last turn it has to say something.
    tools: isLast ? [] : tools,
    ...(agent.model !== null && { model: agent.model }),
    ...(agent.temperature !== null && { temperature: agent.temperature }),
  };
  return modelOf(context, workspaceId, `session:${id}:${turns}:${tries}`).converse(asked, signal);
}

function endOf({ text, toolCalls }: ChatTurn): SessionEnd | null {
  const handOff = toolCalls.find(({ name }) => name === handOffTool.name);
  if (handOff) return { status: 'handed_off', output: reasonOf(handOff.arguments) || text };
  return toolCalls.length === 0 ? { status: 'completed', output: text } : null;
}

function reasonOf(given: string): string {
  try {
    const { reason } = JSON.parse(given) as { reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}

function withTools(session: SessionAtWork, used: readonly AgentToolCall[]): SessionAtWork {
  const reported = used.map(({ id, result }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: JSON.stringify(result ?? null).slice(0, longestResult),
  }));
  return {
    ...session,
    toolCalls: [...session.toolCalls, ...used],
    messages: [...(session.messages ?? []), ...reported],
  };
}

async function fail(context: WorkContext, session: SessionAtWork, error: ProviderError): Promise<void> {
  const { db, now } = context.services;
  const { workspaceId, id, tries, fence } = session;
  if (!error.retryable || tries + 1 >= mostTries) {
    return finishSession(context, session, { status: 'failed', code: error.code, error: error.message });
  }
  const next = new Date(now().getTime() + 2 ** tries * 5_000);
  await db.pool.query(
    `/* try_session_later */ update agent_sessions set tries = tries + 1, due_at = $4, worker_id = null
     where workspace_id = $1 and id = $2 and fence = $3`,
    [workspaceId, id, fence, next],
  );
}
