import {
  initially,
  integer,
  looseId,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';

/** Why an enrollment ended before its last step. */
export const stopReasons = {
  replied: 'The contact has replied.',
  sequence_inactive: 'The sequence was switched off.',
  do_not_contact: 'The contact does not want to be contacted.',
  unsubscribed: 'The contact has unsubscribed from marketing email.',
  stopped: 'A user or a flow stopped it.',
} as const;
export type StopReason = keyof typeof stopReasons;

const enrollmentStatuses = {
  active: 'Its next step is due at `dueAt`.',
  completed: 'All of its steps have run.',
  stopped: 'It was ended early; see `reason`.',
} as const;

export const fields = {
  followUpSequenceId: required(ref('follow_up_sequences', 'follow-up sequence')),
  contactId: readOnly(required(ref('contacts', 'contact', { filtered: true }))),
  conversationId: readOnly(
    ref('conversations', 'conversation', {
      filtered: true,
      description: 'The conversation that its messages are sent in.',
    }),
  ),
  agentId: readOnly(looseId({ filtered: true, description: 'The assistant that got no reply.' })),
  status: readOnly(
    initially(
      'active',
      oneOf(enrollmentStatuses, { sorted: true, filtered: true, description: 'The status of the enrollment.' }),
    ),
  ),
  reason: readOnly(oneOf(stopReasons, { description: 'Why it was stopped.' })),
  attempts: readOnly(initially(0, integer(0, 1_000, { description: 'The number of messages sent so far.' }))),
  stepNumber: readOnly(
    initially(0, integer(0, 1_000, { description: 'The number of the last step that ran; 0 before the first.' })),
  ),
  dueAt: readOnly(time({ sorted: true, description: 'When the next step runs.' })),
  lastError: readOnly(text(2_000, { description: 'The error of the last step that failed.' })),
  endedAt: readOnly(time({ sorted: true, description: 'When it was completed or stopped.' })),
};

export type FollowUpEnrollment = RowOf<typeof fields>;

/** An enrollment with the columns that only statements read and write. */
export interface EnrollmentRow extends FollowUpEnrollment {
  stepId: string | null;
  executionId: string | null;
  chain: string[] | null;
  tries: number;
  workerId: string | null;
  fence: number;
}
