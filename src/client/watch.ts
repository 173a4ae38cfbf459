import type { FormattedExecutionResult } from 'graphql';
import { type Client, CloseCode, createClient } from 'graphql-ws';
import { ApiError, ConnectionError, type ErrorDetail } from './errors.js';
import { resumable } from './graphql-ws.js';
import { iterate } from './iterate.js';
import type { Settings } from './settings.js';

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
  /** Closes the WebSocket. */
  close(): void;
}

/** One WebSocket for all subscriptions of a client. It opens with the first one and closes after the last one. */
export function createWatcher(settings: Settings): Watcher {
  const closed = new AbortController();
  let socket: Socket | null = null;
  let watching = 0;
  return {
    async *watch<Event extends CursorEvent>(
      query: string,
      variables: Record<string, unknown>,
      options: WatchOptions = {},
    ) {
      const signal = options.signal ? AbortSignal.any([options.signal, closed.signal]) : closed.signal;
      socket ??= openSocket(settings);
      watching++;
      try {
        yield* watchBy<Event>(socket, settings, { query, variables }, { ...options, signal });
      } finally {
        watching--;
        if (watching === 0) {
          socket?.close();
          socket = null;
        }
      }
    },
    close() {
      closed.abort();
      // A loop that is not read on ends nothing by itself.
      socket?.close();
      socket = null;
    },
  };
}

type Document = { query: string; variables: Record<string, unknown> };

/** Subscribes again where that helps: with a fresh token after the old one expired, and when the caller has caught up. */
async function* watchBy<Event extends CursorEvent>(
  { client }: Socket,
  { hasFreshTokens }: Settings,
  { query, variables }: Document,
  { signal, after, maxBuffered = 1_000 }: WatchOptions,
): AsyncGenerator<Event, void, undefined> {
  let cursor = after;
  let isRefused = false;
  for (;;) {
    const payload = { query, variables: { ...variables, after: cursor } };
    const results = iterate<Result<Event>>((sink) => client.subscribe(payload, sink), { signal, maxBuffered });
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
      client.terminate();
    } finally {
      await results.return('aborted');
    }
  }
}

interface Socket {
  client: Client;
  close(): void;
}

function openSocket(settings: Settings): Socket {
  const closed = new AbortController();
  let refusals = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: `${settings.baseUrl.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: settings.WebSocket,
    connectionParams: async () => ({ authorization: await settings.authorization() }),
    connectionAckWaitTimeout: 10_000,
    // A connection that was lost without a sign is found by a ping without an answer.
    keepAlive: 15_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (attempt) => waitToConnect(attempt, closed.signal),
    shouldRetry: (event) => {
      const { code } = event as { code?: number };
      if (code === CloseCode.Forbidden) return settings.hasFreshTokens && refusals++ === 0;
      // Not what the function for the token threw.
      return code !== undefined || !(event instanceof Error);
    },
    on: {
      connected: () => {
        refusals = 0;
      },
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => client.terminate(), 10_000);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(silence);
      },
      closed: () => clearTimeout(silence),
    },
  });
  return {
    client: resumable(client),
    close() {
      closed.abort();
      void Promise.resolve(client.dispose()).catch(() => {});
    },
  };
}

/** From 0.25 to 15 seconds, with jitter. */
function waitToConnect(attempt: number, closed: AbortSignal): Promise<void> {
  const ms = Math.min(500 * 2 ** attempt, 15_000) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    closed.addEventListener('abort', end, { once: true });
  });
}

type Result<Event> = FormattedExecutionResult<Record<string, Event>>;

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
      ...{ message, code: String(facts.code ?? 'INTERNAL'), status: Number(facts.status ?? 500) },
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
