import { agentSessions } from './agent-session.record.js';

export { answerMessage } from './answer-message.js';
export { askAgent } from './ask-agent.js';
export type { AssistantDeps } from './drive-session.js';
export { startAssistants } from './start-assistants.js';

export const assistantRecords = [agentSessions];
