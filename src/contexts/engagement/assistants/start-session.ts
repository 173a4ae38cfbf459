import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { newId } from '../../../platform/new-id.js';
import { writeDocumentsSql } from '../../../platform/search/index.js';
import { searchedSessions } from './agent-session.record.js';

/** The attempt of a step that waits for a session, and the chain of flows that called it. */
export interface AskingStep {
  executionId: string;
  stepId: string;
  attempt: number;
  chain: readonly string[];
}

export interface NewSession {
  workspaceId: string;
  agentId: string;
  input: string;
  maxTurns: number;
  /** Idempotency key: a key starts one session. */
  key: string;
  conversationId?: string;
  step?: AskingStep;
  at: Date;
}

/**
 * Starts a session of an assistant, in the caller's transaction. A conversation has one running session at a time: if there
 * is one, it starts again with the new messages.
 * @returns the session's ID
 */
export async function startAgentSession(sql: Sql, session: NewSession): Promise<string> {
  const { workspaceId, agentId, input, maxTurns, key, conversationId = null, step, at } = session;
  const values = [workspaceId, newId(), agentId, conversationId, step?.executionId ?? null, step?.stepId ?? null];
  const chain = step ? JSON.stringify(step.chain) : null;
  const [label, conflict] = conversationId
    ? [
        'answer_in_conversation',
        `(workspace_id, conversation_id) where status = 'running' do update set again = true, updated_at = excluded.updated_at`,
      ]
    : ['start_session', '(workspace_id, key) do update set key = excluded.key'];
  // One statement finds a running session or starts one, writes what is searched and notifies.
  const text = `/* ${label} */ with begun as (
      insert into agent_sessions (workspace_id, id, agent_id, conversation_id, execution_id, step_id, chain, key, status, input,
        turns, max_turns, tool_calls, due_at, created_at, updated_at, step_attempt)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9, 0, $10, '[]', $11, $11, $11, $12)
      on conflict ${conflict} returning *
    ), document as (
      ${writeDocumentsSql(searchedSessions, 'begun')}
    ) select id, 'agent_sessions' as notifies from begun`;
  const { rows } = await sql.query<{ id: string }>(
    statement(text, [...values, chain, key, input, maxTurns, at, step?.attempt ?? null]),
  );
  return rows[0]?.id as string;
}
