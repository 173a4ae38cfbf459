import { listener } from '../../../platform/events/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { FollowUpMutations } from './follow-up.resolver.js';
import { followUpEnrollments } from './follow-up-enrollment.record.js';
import { followUpOnMessage } from './follow-up-on-message.js';
import { followUpSequences } from './follow-up-sequence.record.js';

export type { FollowUpDeps } from './fire-step.js';
export { startFollowUp, stopFollowUp } from './start-follow-up.js';
export { startFollowUps } from './start-follow-ups.js';
export { followUpEnrollments, followUpSequences };

export const followUpRecords = [followUpSequences, followUpEnrollments];

export const followUpListeners = [
  listener(messageCreated, (tx, { message, at }) => followUpOnMessage(tx, message, at)),
];

export const followUpResolvers = [FollowUpMutations];

/** A step stands in its sequence's row. */
export const followUpIds = {
  followUpStepId: `(select s.workspace_id, (step ->> 'id')::uuid as id
    from follow_up_sequences s, jsonb_array_elements(s.steps) step) steps`,
};
