import { listener } from '../../../platform/events/index.js';
import { attemptsTimedOut } from '../../automation/executions/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { agentSessions } from './agent-session.record.js';
import { answerMessage } from './answer-message.js';
import { assistantPort } from './assistant-port.js';
import { endSessionsOf } from './end-sessions.js';
import { startAssistants } from './start-assistants.js';

export const assistantsModule = defineModule({
  name: 'engagement/assistants',
  records: [agentSessions],
  ports: { assistant: assistantPort },
  workers: [startAssistants],
  listeners: [
    listener(messageCreated, (tx, { message, at }) => answerMessage(tx, message, at)),
    listener(attemptsTimedOut, endSessionsOf),
  ],
});
