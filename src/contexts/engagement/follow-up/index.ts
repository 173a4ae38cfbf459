import { listener } from '../../../platform/events/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { FollowUpResolver } from './follow-up.resolver.js';
import { followUpEnrollments } from './follow-up-enrollment.record.js';
import { followUpOnMessage } from './follow-up-on-message.js';
import { followUpPort } from './follow-up-port.js';
import { followUpSequences } from './follow-up-sequence.record.js';
import { startFollowUps } from './start-follow-ups.js';

export { followUpEnrollments, followUpSequences };

export const followUpModule = defineModule({
  name: 'engagement/follow-up',
  resolvers: [FollowUpResolver],
  ids: {
    followUpStepId: `(select s.workspace_id, (step ->> 'id')::uuid as id
    from follow_up_sequences s, jsonb_array_elements(s.steps) step) steps`,
  },
  records: [followUpSequences, followUpEnrollments],
  listeners: [listener(messageCreated, (tx, { message, at }) => followUpOnMessage(tx, message, at))],
  ports: { followUp: followUpPort },
  workers: [startFollowUps],
  routes: async () => [(await import('./follow-up.routes.js')).routes],
});
