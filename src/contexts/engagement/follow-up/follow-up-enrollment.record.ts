import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import {
  defineRecord,
  initially,
  integer,
  looseId,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { searchedByContact } from '../../crm/definitions/index.js';
import { followUpSequences } from './follow-up-sequence.record.js';
import { stopReasons } from './stop-enrollments.js';

const enrollmentStatuses = {
  active: 'Its next step is due at `dueAt`.',
  completed: 'All of its steps have run.',
  stopped: 'It was ended early; see `reason`.',
} as const;

const fields = {
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

export const followUpEnrollments = defineRecord({
  name: 'FollowUpEnrollment',
  plural: 'FollowUpEnrollments',
  description: "One contact's place in a follow-up sequence.",
  table: 'follow_up_enrollments',
  routes: {
    list: 'GET /follow-up/sequences/:followUpSequenceId/enrollments',
    find: 'GET /follow-up/sequences/:followUpSequenceId/enrollments/:followUpEnrollmentId',
  },
  capability: 'followups',
  parent: { record: followUpSequences, field: 'followUpSequenceId' },
  searchedIn: [searchedByContact('follow_up_enrollments')],
  fields,
  columns: {
    ...claimColumns(),
    stepId: column.uuid().nullable(),
    executionId: column.uuid().nullable(),
    chain: column.json().nullable(),
    tries: column.integer().default(0),
  },
  relations: {
    sequence: one('followUpSequenceId', 'FollowUpSequence'),
    contact: one('contactId', 'Contact'),
    conversation: one('conversationId', 'Conversation'),
    agent: one('agentId', 'Agent'),
  },
});
