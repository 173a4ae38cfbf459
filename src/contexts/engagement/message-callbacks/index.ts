import { defineModule } from '../../module.js';
import { MessageCallbackResolver } from './message-callback.resolver.js';
import './callback-services.js';

export type { ProviderSettingsOf } from './callback-services.js';
export { canReach, statusAddress } from './status-address.js';
export { idOfStep, tellConversation } from './tell-conversation.js';

export const messageCallbacksModule = defineModule({
  name: 'engagement/message-callbacks',
  resolvers: [MessageCallbackResolver],
  routes: async () => [(await import('./message-callback.routes.js')).routes],
});
