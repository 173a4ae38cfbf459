import { OutboxResolver } from './outbox.resolver.js';

export { deliverMessage, type OutgoingMessage, type Way } from './deliver-message.js';

export const outboxResolvers = [OutboxResolver];
