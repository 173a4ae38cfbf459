import type { Sql } from '../../../platform/database/database.js';
import { lit, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { EnrollmentRow, StopReason } from './follow-up-enrollment.fields.js';

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
export function stopEnrollments(
  sql: Sql,
  { workspaceId, sequenceId, contactId }: EnrollmentFilter,
  reason: StopReason,
  at: Date,
): Promise<Stopped[]> {
  return (
    typed(sql, 'stop_enrollments', tableOf<EnrollmentRow>()('follow_up_enrollments'))
      .updateTable('follow_up_enrollments')
      .set({ status: 'stopped', reason, endedAt: at, updatedAt: at, dueAt: null })
      .where('workspaceId', '=', workspaceId)
      // As in the condition of the index.
      .where('status', '=', lit<'active'>('active'))
      .$if(sequenceId !== undefined, (all) => all.where('followUpSequenceId', '=', sequenceId as string))
      .$if(contactId !== undefined, (all) => all.where('contactId', '=', contactId as string))
      .returning(['id', 'followUpSequenceId as sequenceId', 'agentId'])
      .execute()
  );
}
