export { type Cause, createEvents, type Events } from './create-events.js';
export {
  type AnyData,
  type DefinedEvent,
  defineEvent,
  type EventDefinition,
  type EventOf,
  type Occurrence,
  type PublicEvent,
  publicEventOf,
} from './define-event.js';
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
