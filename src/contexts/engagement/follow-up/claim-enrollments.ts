import type { Sql } from '../../../platform/database/database.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import { dueRows, queue } from '../../../platform/work/queues.js';
import { mergeContactSql } from '../channels/index.js';
import type { FollowUpStep } from './follow-up-step.object.js';

/** What a contact refused. */
export interface Consent {
  doNotContact: boolean;
  isUnsubscribed: boolean;
}

/** An enrollment whose step is due, with the data that the step needs. */
export interface DueEnrollment {
  workspaceId: string;
  id: string;
  sequenceId: string;
  sequenceName: string;
  steps: FollowUpStep[];
  maxAttempts: number | null;
  attempts: number;
  tries: number;
  done: { stepId: string; stepNumber: number } | null;
  conversationId: string | null;
  channel: string | null;
  contact: Record<string, unknown> & { id: string } & Consent;
  agent: { name: string; prompt: string | null; model: string | null; temperature: number | null } | null;
  workspace: { id: string; name: string };
  executionId: string | null;
  chain: string[] | null;
  /** The fence of this process's claim. */
  fence: number;
}

export const enrollments: ClaimTable = { name: 'follow_up_enrollments', id: 'id' };
queue('follow_ups', dueRows(enrollments.name));

// A claim skips what others have locked, and returns in the same statement all that the step reads.
const text = `/* claim_enrollments */ with due as (
    ${dueSql(enrollments)}
  ), claimed as (
    update follow_up_enrollments e set ${claimSql} from due
    where e.workspace_id = due.workspace_id and e.id = due.id returning e.*
  )
  select e.workspace_id as "workspaceId", e.id, s.id as "sequenceId", s.name as "sequenceName", s.steps,
    s.max_attempts as "maxAttempts", e.attempts, e.tries, e.conversation_id as "conversationId", v.channel,
    case when e.step_id is not null then json_build_object('stepId', e.step_id, 'stepNumber', e.step_number) end as done,
    (${mergeContactSql})::jsonb || jsonb_build_object('doNotContact', c.do_not_contact,
      'isUnsubscribed', c.unsubscribed_at is not null) as contact,
    case when a.id is not null then json_build_object('name', a.name, 'prompt', a.prompt, 'model', a.model,
      'temperature', a.temperature) end as agent,
    json_build_object('id', w.id, 'name', w.name) as workspace, e.execution_id as "executionId", e.chain,
    e.fence
  from claimed e join follow_up_sequences s on s.workspace_id = e.workspace_id and s.id = e.follow_up_sequence_id
    join contacts c on c.workspace_id = e.workspace_id and c.id = e.contact_id
    join workspaces w on w.id = e.workspace_id
    left join conversations v on v.workspace_id = e.workspace_id and v.id = e.conversation_id
    left join agents a on a.workspace_id = e.workspace_id and a.id = e.agent_id`;

/** Claims enrollments whose step is due for this process. */
export async function claimEnrollments(sql: Sql, claimant: Claimant): Promise<DueEnrollment[]> {
  return (await sql.query<DueEnrollment>(text, claimValues(claimant))).rows;
}
