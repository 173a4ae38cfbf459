import type { FormattedExecutionResult } from 'graphql';
import type { Sink, SubscribePayload } from 'graphql-ws';

/** What carries subscriptions. It connects again after lost connections, and continues behind the last event. */
export interface Transport {
  /** @returns what unsubscribes */
  subscribe<Event>(payload: SubscribePayload, sink: Sink<Result<Event>>): () => void;
  /** The next subscription connects again, with a fresh token. */
  reconnect(): void;
  close(): void;
}

export type Result<Event> = FormattedExecutionResult<Record<string, Event>>;
