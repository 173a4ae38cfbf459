import { defineModule } from '../../module.js';
import { OutboxResolver } from './outbox.resolver.js';

export { deliverMessage, type OutgoingMessage, type Way } from './deliver-message.js';
export {
  findWriter,
  keepState,
  type LastState,
  type Report,
  stateOfMessage,
  statesOfMessages,
  workspaceOfMessage,
} from './keep-state.js';

export type { MessageOrigin } from './outbox-message.entity.js';

export const outboxModule = defineModule({
  name: 'engagement/outbox',
  resolvers: [OutboxResolver],
  routes: async () => [(await import('./outbox.routes.js')).routes],
});
