import { listener } from '../../../platform/events/index.js';
import { messageCreated, voiceCallChanged } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { queueDelivery } from './conversations/queue-delivery.js';
import { OutboxResolver } from './outbox/outbox.resolver.js';
import { SmsCallbackResolver } from './sms/sms-callback.resolver.js';
import { CallCallbackResolver } from './voice/call-callback.resolver.js';
import { handleCallChange } from './voice/handle-call-change.js';
import { WhatsappCallbackResolver } from './whatsapp/whatsapp-callback.resolver.js';
import './callback-services.js';

export type { ProviderSettingsOf } from './callback-services.js';
export type { MessageOutcome } from './conversations/deliver-message.js';
export { keyOfMessage, messageOfKey } from './conversations/message-key.js';
export { isFurther } from './conversations/message-states.js';
export { type MessageTemplate, sendAsTemplate } from './conversations/queue-delivery.js';
export { sendToContact, type Ways } from './conversations/send-to-contact.js';
export { startDelivery } from './conversations/start-delivery.js';
export { idOfStep, tellConversation } from './conversations/tell-conversation.js';
export { deliveryReported } from './events.js';
export { fillText } from './fill-text.js';
export { deliverMessage, type OutgoingMessage, type Way } from './outbox/deliver-message.js';
export { type LastState, statesOfMessages } from './outbox/keep-state.js';
export type { MessageOrigin } from './outbox/outbox-message.entity.js';
export { canReach, statusAddress } from './sms/status-address.js';
export { callbackAddress } from './voice/call-token.js';
export { requireMinute } from './voice/charge-call.js';
export { type Calling, findCalling } from './voice/find-voice-agent.js';
export { fillTemplate, type WhatsappText } from './whatsapp/fill-template.js';

export const channelsModule = defineModule({
  name: 'engagement/channels',
  resolvers: [OutboxResolver, SmsCallbackResolver, WhatsappCallbackResolver, CallCallbackResolver],
  listeners: [
    listener(messageCreated, (tx, { message, at }) => queueDelivery(tx, message, at)),
    listener(voiceCallChanged, (tx, { before, call, cause }) => handleCallChange(tx, before, call, cause)),
  ],
  routes: async () => [
    (await import('./outbox/outbox.routes.js')).routes,
    (await import('./sms/sms-callback.routes.js')).routes,
    (await import('./whatsapp/whatsapp-callback.routes.js')).routes,
    (await import('./voice/call-callback.routes.js')).routes,
  ],
});
