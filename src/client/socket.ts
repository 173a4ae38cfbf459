import { CloseCode, createClient } from 'graphql-ws';
import { resumable } from './graphql-ws.js';
import type { Settings } from './settings.js';
import type { Transport } from './transport.js';
import { waitToConnect } from './wait.js';

/** One WebSocket for all subscriptions of a client, by `graphql-ws`. */
export function openSocket(settings: Settings): Transport {
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
      connecting: () => settings.onConnection('connecting'),
      connected: () => {
        refusals = 0;
        settings.onConnection('connected');
      },
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => client.terminate(), 10_000);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(silence);
      },
      closed: () => {
        clearTimeout(silence);
        if (!closed.signal.aborted) settings.onConnection('lost');
      },
    },
  });
  return {
    subscribe: resumable(client).subscribe as Transport['subscribe'],
    reconnect: () => client.terminate(),
    close() {
      closed.abort();
      void Promise.resolve(client.dispose()).catch(() => {});
    },
  };
}
