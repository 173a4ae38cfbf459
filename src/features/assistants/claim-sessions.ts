import type { Sql } from '../../platform/database/database.js';
import type { ChatMessage } from '../../platform/providers/converse.js';
import type { AgentToolCall } from './agent-tool-call.object.js';

/** A session at work. */
export interface SessionAtWork {
  workspaceId: string;
  id: string;
  agentId: string;
  conversationId: string | null;
  executionId: string | null;
  stepId: string | null;
  chain: string[] | null;
  input: string;
  turns: number;
  maxTurns: number;
  tries: number;
  toolCalls: AgentToolCall[];
  messages: ChatMessage[] | null;
  /** Until when it is this process's: the name of its claim. */
  claimedUntil: string;
}

/** Minutes for which a session belongs to a process; renewed with each turn. */
const claimMinutes = 5;

const columns = `s.workspace_id as "workspaceId", s.id, s.agent_id as "agentId", s.conversation_id as "conversationId",
  s.execution_id as "executionId", s.step_id as "stepId", s.chain, s.input, s.turns, s.max_turns as "maxTurns", s.tries,
  s.tool_calls as "toolCalls", s.messages, s.claimed_until::text as "claimedUntil"`;

const claimText = `/* claim_sessions */ with due as (
    select workspace_id, id from agent_sessions
    where due_at <= $1 and (claimed_until is null or claimed_until <= $1)
    order by due_at limit $2 for update skip locked
  )
  update agent_sessions s set claimed_until = $1::timestamptz + interval '${claimMinutes} minutes',
    -- What was said by now is read at the start.
    again = again and messages is not null from due
  where s.workspace_id = due.workspace_id and s.id = due.id returning ${columns}`;

/** Takes sessions that nobody works on. */
export async function claimSessions(sql: Sql, at: Date, limit: number): Promise<SessionAtWork[]> {
  return (await sql.query<SessionAtWork>(claimText, [at, limit])).rows;
}

// A session whose run has ended meanwhile is of use to nobody.
const saveText = `/* save_session */ update agent_sessions s
  set messages = $4, turns = $5, tool_calls = $6, tries = 0, updated_at = $7,
    claimed_until = $7::timestamptz + interval '${claimMinutes} minutes'
  where s.workspace_id = $1 and s.id = $2 and s.status = 'running' and s.claimed_until = $3::timestamptz
    and (s.execution_id is null or exists (select from executions e
      where e.workspace_id = $1 and e.id = s.execution_id and e.status = 'running'))
  returning s.claimed_until::text as "claimedUntil"`;

/** Keeps what a turn brought. @returns the claim renewed; null where the session is no longer this process's */
export async function saveSession(sql: Sql, session: SessionAtWork, at: Date): Promise<string | null> {
  const { workspaceId, id, claimedUntil, messages, turns, toolCalls } = session;
  const values = [workspaceId, id, claimedUntil, JSON.stringify(messages), turns, JSON.stringify(toolCalls), at];
  const { rows } = await sql.query<{ claimedUntil: string }>(saveText, values);
  return rows[0]?.claimedUntil ?? null;
}

/** Ends the sessions of runs that have ended before them. */
export async function dropAbandoned(sql: Sql, { workspaceId, id }: SessionAtWork, at: Date): Promise<void> {
  const text = `/* drop_abandoned_session */ update agent_sessions s
    set status = 'failed', error = 'The run that asked has ended.', due_at = null, messages = null, ended_at = $3, updated_at = $3
    where s.workspace_id = $1 and s.id = $2 and s.status = 'running' and exists (select from executions e
      where e.workspace_id = $1 and e.id = s.execution_id and e.status <> 'running')`;
  await sql.query(text, [workspaceId, id, at]);
}
