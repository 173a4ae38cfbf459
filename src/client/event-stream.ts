import type { Sink, SubscribePayload } from 'graphql-ws';
import { ConnectionError, errorOfAnswer } from './errors.js';
import type { Settings } from './settings.js';
import type { Result, Transport } from './transport.js';
import { waitToConnect } from './wait.js';

/** The server sends a comment every 12 seconds. */
const silenceMs = 30_000;

/** Server-sent events, for runtimes without a WebSocket: a request for each subscription, which is sent again behind the last event. */
export function openStreams(settings: Settings): Transport {
  const closed = new AbortController();
  return {
    subscribe(payload, sink) {
      const ended = new AbortController();
      const signal = AbortSignal.any([closed.signal, ended.signal]);
      follow(settings, payload, sink, signal).then(
        () => sink.complete(),
        (error) => (signal.aborted ? sink.complete() : sink.error(error)),
      );
      return () => ended.abort();
    },
    reconnect: () => {},
    close: () => closed.abort(),
  };
}

/** Ends with the subscription. @throws GraphQL errors, ApiError, or what the function for the token throws */
async function follow<Event>(
  settings: Settings,
  payload: SubscribePayload,
  sink: Sink<Result<Event>>,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  for (let attempt = 0; ; attempt++) {
    const authorization = await settings.authorization();
    const headers = { ...(authorization && { authorization }), ...(lastId && { 'last-event-id': lastId }) };
    settings.onConnection('connecting');
    try {
      for await (const { name, id, data } of connect(settings, payload, headers, signal)) {
        attempt = 0;
        lastId = id ?? lastId;
        if (name === 'complete') return;
        if (name === 'next') sink.next(JSON.parse(data) as Result<Event>);
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectionError)) throw error;
      settings.onConnection('lost');
    }
    await waitToConnect(attempt, signal);
  }
}

interface StreamEvent {
  name: string | undefined;
  id: string | undefined;
  data: string;
}

/** @throws ConnectionError if another attempt may succeed */
async function* connect(
  { baseUrl, fetch, onConnection }: Settings,
  payload: SubscribePayload,
  headers: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silenceMs);
  try {
    const response = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!response.ok) throw errorOf(response, await response.text());
    onConnection('connected');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silenceMs);
      const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      yield* events.map(parse);
    }
  } catch (cause) {
    if (signal.aborted || isAnswer(cause)) throw cause;
    throw new ConnectionError('The connection was lost.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** What the server answered instead of events; a failure that passes is left to the next attempt. */
function errorOf(response: Response, text: string): unknown {
  const error = errorOfAnswer(response, text);
  if (error.status >= 500 || error.status === 429) return new ConnectionError(error.message, { cause: error });
  try {
    return (JSON.parse(text) as { errors?: unknown[] }).errors ?? error;
  } catch {
    return error;
  }
}

const isAnswer = (error: unknown) => Array.isArray(error) || (error as Error).name === 'ApiError';

function parse(event: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1];
  return { name: field('event'), id: field('id'), data: field('data') ?? '' };
}
