import type { Logger } from 'pino';
import type { Sql } from '../database/database.js';

/** A type of event that a module publishes and others listen to. The publishing module declares it once. */
export interface EventType<Payload> {
  /** For example `message.created`; for logs and errors. */
  readonly name: string;
  /** Creates an event to be published. */
  (payload: Payload): PublishedEvent<Payload>;
}

export interface PublishedEvent<Payload> {
  readonly type: EventType<Payload>;
  readonly payload: Payload;
}

/** What a listener may use besides the transaction: the services of its process. */
export interface ListenerContext {
  log: Logger;
  get<T>(service: { readonly key: symbol; close(made: T): void | Promise<void> }): T;
}

/** A module's handler of an event of another one, in the transaction of the change. */
export interface EventListener {
  readonly type: Pick<EventType<never>, 'name'>;
  handle(tx: Sql, payload: never, context: ListenerContext): Promise<void>;
}

/** Declares a type of event. */
export function eventType<Payload>(name: string): EventType<Payload> {
  const type = (payload: Payload): PublishedEvent<Payload> => ({ type: type as EventType<Payload>, payload });
  return Object.defineProperty(type, 'name', { value: name }) as EventType<Payload>;
}

/** Creates a listener to one type of event, for the manifest of its module. */
export function listener<Payload>(
  type: EventType<Payload>,
  handle: (tx: Sql, payload: Payload, context: ListenerContext) => Promise<void>,
): EventListener {
  return { type, handle };
}

/** Rows of one table in one workspace that were inserted or updated; at most those of one request or page. */
export interface RowsWritten {
  table: string;
  workspaceId: string;
  ids: readonly string[];
  /** The columns that were set; absent for new rows, where all were. */
  columns?: readonly string[];
}

/** Published after the statement that wrote rows, in its transaction. Deletions follow foreign keys. */
export const rowsWritten = eventType<RowsWritten>('rows.written');
