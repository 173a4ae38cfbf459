import { CloseCode } from 'graphql-ws';
import { ApiError, ConnectionError, type ErrorDetail } from './errors.js';
import { openStreams } from './event-stream.js';
import { iterate } from './iterate.js';
import type { Settings } from './settings.js';
import { openSocket } from './socket.js';
import type { Result, Transport } from './transport.js';

export interface WatchOptions {
  /** Ends the loop, without an error. */
  signal?: AbortSignal;
  /** The `cursor` of the last event that was processed. Events after it are returned. */
  after?: string;
  /** How many events may wait to be processed. With more, the rest is read again later. Defaults to 1,000. */
  maxBuffered?: number;
}

/** What can be continued behind. */
export interface CursorEvent {
  cursor: string;
}

export interface Watcher {
  /** The events of a subscription with `$after` and `cursor`, each once, also after lost connections. */
  watch<Event extends CursorEvent>(
    query: string,
    variables: Record<string, unknown>,
    options?: WatchOptions,
  ): AsyncGenerator<Event, void, undefined>;
  /** Closes the connections. */
  close(): void;
}

/** One WebSocket for all subscriptions of a client, or server-sent events without one. It opens with the first and closes after the last. */
export function createWatcher(settings: Settings): Watcher {
  const closed = new AbortController();
  let transport: Transport | null = null;
  let watching = 0;
  return {
    async *watch<Event extends CursorEvent>(
      query: string,
      variables: Record<string, unknown>,
      options: WatchOptions = {},
    ) {
      const signal = options.signal ? AbortSignal.any([options.signal, closed.signal]) : closed.signal;
      const hasSocket = settings.WebSocket === undefined ? 'WebSocket' in globalThis : settings.WebSocket !== null;
      transport ??= hasSocket ? openSocket(settings) : openStreams(settings);
      watching++;
      try {
        yield* watchBy<Event>(transport, settings, { query, variables }, { ...options, signal });
      } finally {
        watching--;
        if (watching === 0) {
          transport?.close();
          transport = null;
        }
      }
    },
    close() {
      closed.abort();
      // A loop that is not read on ends nothing by itself.
      transport?.close();
      transport = null;
    },
  };
}

type Document = { query: string; variables: Record<string, unknown> };

/** Subscribes again where that helps: with a fresh token after the old one expired, and when the caller has caught up. */
async function* watchBy<Event extends CursorEvent>(
  transport: Transport,
  { hasFreshTokens }: Settings,
  { query, variables }: Document,
  { signal, after, maxBuffered = 1_000 }: WatchOptions,
): AsyncGenerator<Event, void, undefined> {
  let cursor = after;
  let isRefused = false;
  for (;;) {
    const payload = { query, variables: { ...variables, after: cursor } };
    const results = iterate<Result<Event>>((sink) => transport.subscribe<Event>(payload, sink), {
      signal,
      maxBuffered,
    });
    try {
      let next = await results.next();
      for (; !next.done; next = await results.next()) {
        const event = eventOf(next.value);
        cursor = event.cursor;
        isRefused = false;
        yield event;
      }
      if (next.value !== 'full') return;
    } catch (thrown) {
      const error = errorOf(thrown);
      const isExpired = error instanceof ApiError && error.code === 'INVALID_TOKEN';
      if (!isExpired || !hasFreshTokens || isRefused) throw error;
      isRefused = true;
      transport.reconnect();
    } finally {
      await results.return('aborted');
    }
  }
}

/** @throws the errors of the result */
function eventOf<Event>({ data, errors }: Result<Event>): Event {
  const [event] = Object.values(data ?? {});
  if (errors || !event) throw errors ?? new ConnectionError('The event has no data.');
  return event;
}

/** What graphql-ws throws, as an error of this package: GraphQL errors, the event of a closed WebSocket, or an error. */
function errorOf(thrown: unknown): Error {
  if (Array.isArray(thrown)) {
    const { message, extensions: facts = {} } = thrown[0] as { message: string; extensions?: Record<string, unknown> };
    return new ApiError({
      message,
      code: String(facts.code ?? 'INTERNAL'),
      status: Number(facts.status ?? 500),
      details: facts.details as ErrorDetail[] | undefined,
      requestId: facts.requestId as string | undefined,
      retryAfter: facts.retryAfter as number | undefined,
    });
  }
  const { code, reason } = thrown as { code?: number; reason?: string };
  if (code === CloseCode.Forbidden) {
    return new ApiError({ code: 'INVALID_TOKEN', status: 401, message: reason || 'The credential is not valid.' });
  }
  if (thrown instanceof Error) return thrown;
  return new ConnectionError(`The WebSocket was closed: ${code ?? ''} ${reason ?? ''}`.trim(), { cause: thrown });
}
