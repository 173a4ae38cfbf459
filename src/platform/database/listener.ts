import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { watched } from '../metrics/index.js';
import { ChannelHandlers } from './channel-handlers.js';
import { connectionConfig } from './connection-config.js';

/** Notifications of other processes. They only say that something has changed; the change is read from tables. */
export interface Listener {
  /** The process in its own notifications: it is woken when it sends them, and ignores them when they arrive. */
  readonly id: string;
  /** Whether notifications of other processes arrive now. */
  readonly isListening: boolean;
  /** @param handler called with the payload of each notification, and with null whenever earlier ones may have been lost: when it
   * begins to listen, and after the connection was lost */
  on(channel: string, handler: (payload: string | null) => void): () => void;
  /** Calls the handlers of this process. */
  wake(channel: string, payload?: string): void;
  close(): Promise<void>;
}

const listening = watched(
  'listening',
  '1 while the notifications of other processes arrive, and 0 while the connection to Postgres or Redis that brings them is broken: new work is then found later.',
);

/** Shows as a metric whether a listener receives the notifications of other processes. @returns ends that */
export function watchListening(listener: Pick<Listener, 'isListening'>): () => void {
  return listening.watch(() => Number(listener.isListening));
}

const retryMs = { first: 100, most: 5_000 };
const connectMs = 10_000;

/** Listens to Postgres. Keeps one connection listening, and replaces it when it breaks. Connects at the first `on`. */
export function createListener(url: string, log: Logger): Listener {
  const id = randomUUID();
  const handlers = new ChannelHandlers(id);
  let client: pg.Client | null = null;
  let closed = false;
  let connecting: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  // One statement at a time on one connection.
  let lastListen: Promise<unknown> = Promise.resolve();

  function connect(delay: number): Promise<void> {
    clearTimeout(timer);
    connecting ??= attempt()
      .catch((error: Error) => {
        if (closed) return;
        log.warn({ err: error }, 'listening for notifications failed; retrying');
        timer = setTimeout(() => void connect(Math.min(delay * 2, retryMs.most)), delay);
      })
      .finally(() => {
        connecting = null;
      });
    return connecting;
  }

  async function attempt(): Promise<void> {
    if (closed || client) return;
    const fresh = new pg.Client({
      ...connectionConfig(url),
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection was lost'));
    fresh.on('end', () => {
      if (client !== fresh) return;
      client = null;
      if (!closed) timer = setTimeout(() => void connect(retryMs.first), retryMs.first);
    });
    fresh.on('notification', ({ channel, payload }) => {
      handlers.receive(channel, payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of handlers.channels()) await listen(fresh, channel);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    handlers.missed();
  }

  async function add(channel: string): Promise<void> {
    if (!client) return;
    await listen(client, channel);
    handlers.missed([channel]);
  }

  return {
    id,
    get isListening() {
      return client !== null;
    },
    wake: (channel, payload = '') => handlers.call(channel, payload),
    on(channel, handler) {
      if (handlers.add(channel, handler)) {
        // If the connection breaks, the next one listens to all channels.
        if (client) lastListen = lastListen.then(() => add(channel)).catch(() => undefined);
        else void connect(retryMs.first);
      }
      return () => handlers.remove(channel, handler);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
