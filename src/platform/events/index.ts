export type { Cause } from './cause.js';
export { createEvents, type Events } from './create-events.js';
export { type EventListener, type EventType, eventType, listener, type PublishedEvent } from './event-type.js';
export { type RowsWritten, rowsWritten } from './rows-written.js';
