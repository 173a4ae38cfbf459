export { type Cause, createEvents, type Events } from './create-events.js';
export {
  type EventListener,
  type EventType,
  eventType,
  type ListenerContext,
  listener,
  type PublishedEvent,
  type RowsWritten,
  rowsWritten,
} from './event-type.js';
export { type FlowsNamed, flowsNamed, type NamedFlow } from './flows-named.js';
