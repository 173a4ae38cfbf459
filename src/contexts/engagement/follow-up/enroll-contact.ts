import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { newId } from '../../../platform/new-id.js';
import type { FollowUpSequence } from './follow-up-sequence.record.js';

export interface Enrollment {
  workspaceId: string;
  sequence: Pick<FollowUpSequence, 'id' | 'steps'>;
  contactId: string;
  conversationId: string | null;
  agentId: string | null;
  at: Date;
  /** The execution whose node enrolls the contact. */
  cause?: { executionId: string; chain: readonly string[] } | undefined;
}

/**
 * Enrolls a contact in a sequence, in the caller's transaction; the delay of the first step starts now. A contact who is
 * already enrolled keeps their place, but the first delay starts again if no step has run yet.
 * @returns the enrollment's ID; null for a sequence without steps
 */
export async function enrollContact(sql: Sql, enrollment: Enrollment): Promise<string | null> {
  const { workspaceId, sequence, contactId, conversationId, agentId, at, cause } = enrollment;
  const [first] = sequence.steps;
  if (!first) return null;
  const due = new Date(at.getTime() + first.delayMinutes * 60_000);
  // The statement decides between a new enrollment and the active one, and notifies.
  const text = `/* enroll_contact */ with enrolled as (
      insert into follow_up_enrollments as e (workspace_id, id, follow_up_sequence_id, contact_id, conversation_id, agent_id,
        status, attempts, step_number, due_at, execution_id, chain, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, 'active', 0, 0, $7, $8, $9, $10, $10)
      on conflict (workspace_id, contact_id, follow_up_sequence_id) where status = 'active' do update
        set due_at = case when e.step_number = 0 then excluded.due_at else e.due_at end,
          conversation_id = coalesce(excluded.conversation_id, e.conversation_id), updated_at = excluded.updated_at
      returning id
    ) select id, 'follow_ups' as notifies from enrolled`;
  const chain = cause ? JSON.stringify(cause.chain) : null;
  const { rows } = await sql.query<{ id: string }>(
    statement(text, [
      workspaceId,
      newId(),
      sequence.id,
      contactId,
      conversationId,
      agentId,
      due,
      cause?.executionId ?? null,
      chain,
      at,
    ]),
  );
  return rows[0]?.id ?? null;
}
