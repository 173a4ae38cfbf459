import { listener } from '../../../platform/events/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { agentSessions } from './agent-session.record.js';
import { answerMessage } from './answer-message.js';

export { askAgent } from './ask-agent.js';
export type { AssistantDeps } from './drive-session.js';
export { startAssistants } from './start-assistants.js';

export const assistantsModule = defineModule({
  name: 'engagement/assistants',
  records: [agentSessions],
  listeners: [listener(messageCreated, (tx, { message, at }) => answerMessage(tx, message, at))],
});
