import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { defineRecord, one } from '../../../platform/records/index.js';
import { searchedByContact } from '../../crm/definitions/index.js';
import { fields } from './follow-up-enrollment.fields.js';
import { followUpSequences } from './follow-up-sequence.record.js';

export const followUpEnrollments = defineRecord({
  name: 'FollowUpEnrollment',
  plural: 'FollowUpEnrollments',
  description: "One contact's place in a follow-up sequence.",
  table: 'follow_up_enrollments',
  indexes: {
    any: ['contactId', 'conversationId', 'dueAt', 'endedAt', 'createdAt', 'status', 'updatedAt'],
    present: ['agentId'],
  },
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
