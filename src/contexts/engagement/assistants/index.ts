import { listener } from '../../../platform/events/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { agentSessions } from './agent-session.record.js';
import { answerMessage } from './answer-message.js';

export { askAgent } from './ask-agent.js';
export type { AssistantDeps } from './drive-session.js';
export { startAssistants } from './start-assistants.js';

export const assistantRecords = [agentSessions];

export const assistantListeners = [listener(messageCreated, (tx, { message, at }) => answerMessage(tx, message, at))];
