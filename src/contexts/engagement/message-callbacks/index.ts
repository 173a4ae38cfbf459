import { MessageCallbackResolver } from './message-callback.resolver.js';
import './callback-services.js';

export type { ProviderSettingsOf } from './callback-services.js';
export { canReach, statusAddress } from './status-address.js';
export { idOfStep, tellConversation } from './tell-conversation.js';

export const messageCallbackResolvers = [MessageCallbackResolver];
