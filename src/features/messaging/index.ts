export type { DeliveryDeps, MessageOutcome } from './deliver-message.js';
export { fillTemplate, type WhatsappText } from './fill-template.js';
export { fillText } from './fill-text.js';
export { keyOfMessage, messageOfKey } from './message-key.js';
export { isFurther } from './message-states.js';
export { type MessageTemplate, queueDelivery, sendAsTemplate, sendByHand } from './queue-delivery.js';
export { startDelivery } from './start-delivery.js';
