import type { FormattedExecutionResult } from 'graphql';
import type { Client, Sink, SubscribePayload } from 'graphql-ws';
import { iterate } from './iterate.js';

/**
 * A client of `graphql-ws` whose subscriptions go on after a lost connection, without a gap and without repetitions: when it
 * connects again, it sends the last received `cursor` as the variable `after`. This applies to documents that declare
 * `$after`; they must select `cursor`. The client decides when it connects again (`retryAttempts`, `retryWait`).
 */
export function resumable(client: Client): Client {
  const subscribe = <Data, Extensions>(
    payload: SubscribePayload,
    sink: Sink<FormattedExecutionResult<Data, Extensions>>,
  ) =>
    takesAfter(payload) ? subscribeAfter<Data, Extensions>(client, payload, sink) : client.subscribe(payload, sink);
  return {
    ...client,
    subscribe,
    iterate: <Data, Extensions>(payload: SubscribePayload) =>
      iterate<FormattedExecutionResult<Data, Extensions>>((sink) => subscribe(payload, sink)),
  };
}

function subscribeAfter<Data, Extensions>(
  client: Client,
  payload: SubscribePayload,
  sink: Sink<FormattedExecutionResult<Data, Extensions>>,
): () => void {
  let after = payload.variables?.after;
  const resumed: SubscribePayload = {
    ...payload,
    // graphql-ws reads the payload for each connection.
    get variables() {
      return { ...payload.variables, after };
    },
  };
  return client.subscribe<Data, Extensions>(resumed, {
    next: (result) => {
      after = cursorOf(result.data) ?? after;
      sink.next(result);
    },
    error: (error) => sink.error(error),
    complete: () => sink.complete(),
  });
}

/** @throws TypeError for a document with `$after` that could not go on */
function takesAfter({ query, variables }: SubscribePayload): boolean {
  // A trusted document may be sent by its hash, without its text.
  if (!query) return variables !== null && variables !== undefined && 'after' in variables;
  if (!/\$after\b/.test(query) || !/\bsubscription\b/.test(query)) return false;
  if (/\bcursor\b/.test(query)) return true;
  throw new TypeError('A subscription with $after must select `cursor`, so that it can go on after a lost connection.');
}

/** The cursor of the event, whatever the name of its field is. */
function cursorOf(data: unknown): string | undefined {
  for (const event of Object.values(data ?? {})) {
    const cursor = (event as { cursor?: unknown } | null)?.cursor;
    if (typeof cursor === 'string') return cursor;
  }
  return undefined;
}
