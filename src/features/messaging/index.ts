export type { DeliveryDeps, MessageOutcome } from './deliver-message.js';
export { type MessageTemplate, queueDelivery, sendAsTemplate, sendByHand } from './queue-delivery.js';
export { startDelivery } from './start-delivery.js';
