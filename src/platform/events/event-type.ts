import type { Sql } from '../database/database.js';

/** A kind of event: what a module publishes, and others listen to. Its owner declares it once. */
export interface EventType<Payload> {
  /** `message.created`: for logs and errors. */
  readonly name: string;
  /** One such event, ready to be published. */
  (payload: Payload): PublishedEvent<Payload>;
}

export interface PublishedEvent<Payload> {
  readonly type: EventType<Payload>;
  readonly payload: Payload;
}

/** What a module does about an event of another one, in the transaction of the change. */
export interface EventListener {
  readonly type: Pick<EventType<never>, 'name'>;
  handle(tx: Sql, payload: never): Promise<void>;
}

/** Declares a kind of event. */
export function eventType<Payload>(name: string): EventType<Payload> {
  const type = (payload: Payload): PublishedEvent<Payload> => ({ type: type as EventType<Payload>, payload });
  return Object.defineProperty(type, 'name', { value: name }) as EventType<Payload>;
}

/** A listener to one kind of event, for the manifest of its module. */
export function listener<Payload>(
  type: EventType<Payload>,
  handle: (tx: Sql, payload: Payload) => Promise<void>,
): EventListener {
  return { type, handle };
}

/** Rows of one table in one workspace that were inserted or updated; at most as many as one request or page has. */
export interface RowsWritten {
  table: string;
  workspaceId: string;
  ids: readonly string[];
  /** The columns that were set; absent where all were: of new rows. */
  columns?: readonly string[];
}

/** Rows were written: published after the statement that did, in its transaction. Deletions follow by foreign keys. */
export const rowsWritten = eventType<RowsWritten>('rows.written');
