import type { Sql } from '../../../platform/database/database.js';
import type { ChatMessage } from '../../../platform/providers/converse.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import type { AgentToolCall } from './agent-tool-call.object.js';

/** A session that this process has claimed. */
export interface ClaimedSession {
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
  /** The fence of this process's claim. */
  fence: number;
}

export const claimedSessions: ClaimTable = { name: 'agent_sessions', id: 'id' };

const columns = `s.workspace_id as "workspaceId", s.id, s.agent_id as "agentId", s.conversation_id as "conversationId",
  s.execution_id as "executionId", s.step_id as "stepId", s.chain, s.input, s.turns, s.max_turns as "maxTurns", s.tries,
  s.tool_calls as "toolCalls", s.messages, s.fence`;

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

// A session whose execution has ended is not continued.
const saveText = `/* save_session */ update agent_sessions s
  set messages = $4, turns = $5, tool_calls = $6, tries = 0, updated_at = $7
  where s.workspace_id = $1 and s.id = $2 and s.status = 'running' and s.fence = $3
    and (s.execution_id is null or exists (select from executions e
      where e.workspace_id = $1 and e.id = s.execution_id and e.status = 'running'))`;

/** Saves the result of a turn. @returns whether this process still holds the claim */
export async function saveSession(sql: Sql, session: ClaimedSession, at: Date): Promise<boolean> {
  const { workspaceId, id, fence, messages, turns, toolCalls } = session;
  const values = [workspaceId, id, fence, JSON.stringify(messages), turns, JSON.stringify(toolCalls), at];
  return (await sql.query(saveText, values)).rowCount === 1;
}

/** Ends a session whose execution has ended before it. */
export async function dropAbandoned(sql: Sql, { workspaceId, id }: ClaimedSession, at: Date): Promise<void> {
  const text = `/* drop_abandoned_session */ update agent_sessions s
    set status = 'failed', error = 'The execution that started the session has ended.', due_at = null, messages = null, ended_at = $3, updated_at = $3
    where s.workspace_id = $1 and s.id = $2 and s.status = 'running' and exists (select from executions e
      where e.workspace_id = $1 and e.id = s.execution_id and e.status <> 'running')`;
  await sql.query(text, [workspaceId, id, at]);
}
