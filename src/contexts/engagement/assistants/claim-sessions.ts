import type { Sql } from '../../../platform/database/database.js';
import type { ChatMessage } from '../../../platform/providers/converse.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import type { AgentToolCall } from './agent-tool-call.object.js';
import { isHeld } from './end-sessions.js';

/** A session that this process has claimed. */
export interface ClaimedSession {
  workspaceId: string;
  id: string;
  agentId: string;
  conversationId: string | null;
  executionId: string | null;
  stepId: string | null;
  stepAttempt: number | null;
  chain: string[] | null;
  input: string;
  turns: number;
  maxTurns: number;
  tries: number;
  toolCalls: AgentToolCall[];
  messages: ChatMessage[] | null;
  /** The fence of this process's claim. */
  fence: number;
}

export const claimedSessions: ClaimTable = { name: 'agent_sessions', id: 'id' };

const columns = `s.workspace_id as "workspaceId", s.id, s.agent_id as "agentId", s.conversation_id as "conversationId",
  s.execution_id as "executionId", s.step_id as "stepId", s.step_attempt as "stepAttempt", s.chain, s.input, s.turns, s.max_turns as "maxTurns", s.tries,
  s.tool_calls as "toolCalls", s.messages, s.fence`;

// A claim skips what others have locked.
const claimText = `/* claim_sessions */ with due as (
    ${dueSql(claimedSessions)}
  )
  update agent_sessions s set ${claimSql},
    -- A session that has not started reads the messages so far anyway.
    again = again and messages is not null from due
  where s.workspace_id = due.workspace_id and s.id = due.id returning ${columns}`;

/** Claims sessions that are due for this process. */
export async function claimSessions(sql: Sql, claimant: Claimant): Promise<ClaimedSession[]> {
  return (await sql.query<ClaimedSession>(claimText, claimValues(claimant))).rows;
}

const saveText = `/* save_session */ update agent_sessions s
  set messages = $4, turns = $5, tool_calls = $6, tries = 0, updated_at = $7
  where ${isHeld}`;

/** Saves the result of a turn. @returns false if another process drives the session, or nothing waits for it any more */
export async function saveSession(sql: Sql, session: ClaimedSession, at: Date): Promise<boolean> {
  const { workspaceId, id, fence, messages, turns, toolCalls } = session;
  const values = [workspaceId, id, fence, JSON.stringify(messages), turns, JSON.stringify(toolCalls), at];
  return (await sql.query(saveText, values)).rowCount === 1;
}
