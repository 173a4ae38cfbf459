import type { EngineErrorCode } from '../../../engine/errors/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { jsonOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { createRecordIn, type RecordScope, updateRecordIn, workspaceScope } from '../../../platform/records/index.js';
import { writeDocumentsSql } from '../../../platform/search/index.js';
import type { Services } from '../../../platform/services.js';
import { signalStep } from '../../automation/executions/index.js';
import { conversations, messages } from '../../crm/definitions/index.js';
import { type SessionRow, searchedSessions } from './agent-session.record.js';
import type { ClaimedSession } from './claim-sessions.js';

const sessions = tableOf<SessionRow>()('agent_sessions');

/** How a session ended. */
export type SessionEnd =
  | { status: 'completed'; output: string }
  | { status: 'handed_off'; output: string }
  | { status: 'failed'; code: EngineErrorCode; error: string };

/**
 * Ends a session and delivers its result, in one transaction. Does nothing if another process has claimed it. If the contact
 * has sent another message in the meantime, the session starts again with all messages instead of answering.
 */
export async function finishSession(
  { services }: { services: Pick<Services, 'db' | 'events' | 'now'> },
  session: ClaimedSession,
  end: SessionEnd,
): Promise<void> {
  const { db, now } = services;
  const { workspaceId, id, fence, conversationId } = session;
  const at = now();
  await db.within(workspaceId).transaction(async (sql) => {
    const locked = await typed(sql, 'lock_session', sessions)
      .selectFrom('agent_sessions')
      .select('again')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('fence', '=', fence)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return;
    if (locked.again && end.status !== 'failed') return restart(sql, session, at);
    await write(sql, session, end, at);
    await reportStep(sql, session, end);
    if (!conversationId) return;
    const scope = workspaceScope(services, workspaceId);
    if (end.status === 'completed') await sendAnswer(sql, scope, conversationId, end.output);
    if (end.status === 'handed_off') await handOff(sql, scope, conversationId);
  });
}

/** Sends the assistant's answer. */
async function sendAnswer(sql: Sql, scope: RecordScope, conversationId: string, body: string): Promise<void> {
  await createRecordIn(sql, scope, messages, { body, author: 'agent' }, { conversationId });
}

/** Unassigns the assistant, so that a member of the team takes over. */
async function handOff(sql: Sql, scope: RecordScope, conversationId: string): Promise<void> {
  await updateRecordIn(sql, scope, conversations, conversationId, { agentId: null, status: 'pending' });
}

async function restart(sql: Sql, { workspaceId, id, toolCalls }: ClaimedSession, at: Date): Promise<void> {
  const started = { again: false, messages: null, turns: 0, tries: 0, dueAt: at, workerId: null, updatedAt: at };
  await typed(sql, 'restart_session', sessions)
    .updateTable('agent_sessions')
    .set({ ...started, toolCalls: jsonOf(toolCalls) })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** One statement writes what is searched, too. */
async function write(
  sql: Sql,
  { workspaceId, id, turns, toolCalls }: ClaimedSession,
  end: SessionEnd,
  at: Date,
): Promise<void> {
  const [output, error] =
    end.status === 'failed' ? [null, `${end.code}: ${end.error}`.slice(0, 2_000)] : [end.output, null];
  await sql.query(
    `/* end_session */ with ended as (
     update agent_sessions set status = $3, output = $4, error = $5, turns = $6, tool_calls = $7,
       messages = null, due_at = null, worker_id = null, ended_at = $8, updated_at = $8
     where workspace_id = $1 and id = $2 returning *
     ) ${writeDocumentsSql(searchedSessions, 'ended')}`,
    [workspaceId, id, end.status, output, error, turns, JSON.stringify(toolCalls), at],
  );
}

async function reportStep(sql: Sql, session: ClaimedSession, end: SessionEnd): Promise<void> {
  const { workspaceId, executionId, stepId, stepAttempt, toolCalls, id: sessionId } = session;
  if (!executionId || !stepId) return;
  const target = { workspaceId, executionId, stepId, attempt: stepAttempt };
  const output = { text: end.status === 'failed' ? '' : end.output, toolCalls, sessionId };
  const signal =
    end.status === 'failed'
      ? { error: { code: end.code, message: end.error }, output }
      : { handle: end.status === 'handed_off' ? 'handoff' : 'out', output };
  // The step may not have started to wait yet.
  await signalStep(sql, target, signal, { evenBeforeWait: true });
}
