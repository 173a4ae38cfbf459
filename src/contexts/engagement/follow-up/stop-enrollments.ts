import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/** Why an enrollment ended before its last step. */
export const stopReasons = {
  replied: 'The contact has replied.',
  sequence_inactive: 'The sequence was switched off.',
  do_not_contact: 'The contact does not want to be contacted.',
  unsubscribed: 'The contact has unsubscribed from marketing email.',
  stopped: 'A user or a flow stopped it.',
} as const;
export type StopReason = keyof typeof stopReasons;

export interface Stopped {
  id: string;
  sequenceId: string;
  agentId: string | null;
}

interface EnrollmentFilter {
  workspaceId: string;
  sequenceId?: string;
  contactId?: string;
}

/**
 * Ends the active enrollments of a sequence, of a contact, or of a contact in a sequence, in the caller's transaction. An
 * enrollment is not locked while its step is prepared: `fireStep` checks its status again before it sends.
 */
export async function stopEnrollments(
  sql: Sql,
  { workspaceId, sequenceId, contactId }: EnrollmentFilter,
  reason: StopReason,
  at: Date,
): Promise<Stopped[]> {
  const text = `/* stop_enrollments */ update follow_up_enrollments
    set status = 'stopped', reason = $4, ended_at = $5, updated_at = $5, due_at = null
    where workspace_id = $1 and status = 'active' and ($2::uuid is null or follow_up_sequence_id = $2)
      and ($3::uuid is null or contact_id = $3)
    returning id, follow_up_sequence_id as "sequenceId", agent_id as "agentId"`;
  const { rows } = await sql.query<Stopped>(
    statement(text, [workspaceId, sequenceId ?? null, contactId ?? null, reason, at]),
  );
  return rows;
}
