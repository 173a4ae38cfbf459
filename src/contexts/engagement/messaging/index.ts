import { listener } from '../../../platform/events/index.js';
import { messageCreated } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { queueDelivery } from './queue-delivery.js';

export type { DeliveryDeps, MessageOutcome } from './deliver-message.js';
export { fillTemplate, type WhatsappText } from './fill-template.js';
export { fillText } from './fill-text.js';
export { keyOfMessage, messageOfKey } from './message-key.js';
export { isFurther } from './message-states.js';
export { type MessageTemplate, sendAsTemplate, sendByHand } from './queue-delivery.js';
export { type Outgoing, sendToContact, type Way, type Ways } from './send-to-contact.js';
export { startDelivery } from './start-delivery.js';

export const messagingModule = defineModule({
  name: 'engagement/messaging',
  listeners: [listener(messageCreated, (tx, { message, at }) => queueDelivery(tx, message, at))],
});
