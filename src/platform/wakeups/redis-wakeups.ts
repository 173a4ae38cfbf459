import { randomUUID } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { ChannelHandlers } from '../database/channel-handlers.js';
import type { Listener } from '../database/listener.js';
import type { NotificationSender } from '../database/notification.js';
import { type RedisAddress, readRedisAddress } from './redis-address.js';

/** Notifications by the PUBLISH and SUBSCRIBE of a Redis, in place of those of Postgres. */
export interface RedisWakeups extends Listener, NotificationSender {}

/** Milliseconds: before the next attempt to connect, between two signs of life, and until an answer must have come. */
const times = { firstRetry: 100, retryAtMost: 5_000, ping: 15_000, answer: 10_000 };

/**
 * Keeps two connections to a Redis, and replaces them when they break: one listens, from the first `on`, one sends, from the
 * first `send`. Nothing is stored in Redis, and nothing waits for it.
 * @throws Error if the URL names a certificate that cannot be read
 */
export async function createRedisWakeups(url: string, log: Logger): Promise<RedisWakeups> {
  const address = readRedisAddress(url);
  const { Redis } = await import('./redis-client.js');
  const connections = new RedisConnections((options) => new Redis({ ...optionsOf(address), ...options }), log);
  const handlers = new ChannelHandlers(randomUUID());
  const prefix = `workspace-automation:${address.db}:`;
  const listening = () => connections.subscriber(handlers, prefix);
  return {
    id: handlers.id,
    get isListening() {
      return connections.isListening;
    },
    wake: (channel, payload = '') => handlers.call(channel, payload),
    on(channel, handler) {
      const isNew = handlers.add(channel, handler);
      const subscriber = listening();
      if (isNew && subscriber.status === 'ready')
        subscriber.subscribe(prefix + channel).then(
          () => handlers.missed([channel]),
          () => undefined,
        );
      return () => handlers.remove(channel, handler);
    },
    async send(all) {
      const publisher = await connections.publisher();
      const results = await publisher
        .pipeline(all.map(({ channel, payload }) => ['publish', prefix + channel, payload]))
        .exec();
      const failed = results?.find(([error]) => error)?.[0];
      if (failed) throw failed;
    },
    close: async () => connections.close(),
  };
}

function optionsOf({ tls, host, ...rest }: RedisAddress): RedisOptions {
  return {
    ...rest,
    host,
    lazyConnect: true,
    enableReadyCheck: false,
    ...(tls && { tls: { ...tls, ...(!/^[\d.]+$|:/.test(host) && { servername: host }) } }),
    connectionName: 'workspace-automation',
    disableClientInfo: true,
    // A connection that answers no more is replaced.
    connectTimeout: times.answer,
    socketTimeout: times.answer,
    keepAlive: times.ping,
    retryStrategy: (attempt) => Math.min(times.firstRetry * 2 ** (attempt - 1), times.retryAtMost),
  };
}

class RedisConnections {
  readonly #open: (options: RedisOptions) => Redis;
  readonly #log: Logger;
  #subscriber: Redis | undefined;
  #publisher: Promise<Redis> | undefined;
  readonly #all: Redis[] = [];
  #isSubscribed = false;
  #ping: NodeJS.Timeout | undefined;

  constructor(open: (options: RedisOptions) => Redis, log: Logger) {
    this.#open = open;
    this.#log = log;
  }

  get isListening(): boolean {
    return this.#isSubscribed;
  }

  /** The connection that listens to the channels of all handlers, as soon as it is connected. */
  subscriber(handlers: ChannelHandlers, prefix: string): Redis {
    if (this.#subscriber) return this.#subscriber;
    const client = this.#create({ autoResubscribe: false, maxRetriesPerRequest: 0 }, 'listening');
    this.#subscriber = client;
    client.on('message', (channel: string, message: string) => handlers.receive(channel.slice(prefix.length), message));
    client.on('ready', async () => {
      try {
        await client.subscribe(...Array.from(handlers.channels(), (channel) => prefix + channel));
        this.#isSubscribed = true;
        handlers.missed();
      } catch {
        // It may be loading its data, or be gone again.
        client.disconnect(true);
      }
    });
    client.on('close', () => {
      this.#isSubscribed = false;
    });
    this.#ping = setInterval(() => void client.ping().catch(() => undefined), times.ping).unref();
    client.connect().catch(() => undefined);
    return client;
  }

  /** The connection that sends. While it is away, what is sent fails at once. */
  publisher(): Promise<Redis> {
    this.#publisher ??= (async () => {
      const client = this.#create({ enableOfflineQueue: false, maxRetriesPerRequest: 0 }, 'sending');
      await client.connect().catch(() => undefined);
      return client;
    })();
    return this.#publisher;
  }

  close(): void {
    clearInterval(this.#ping);
    for (const client of this.#all) client.disconnect();
  }

  #create(options: RedisOptions, purpose: string): Redis {
    const client = this.#open(options);
    this.#all.push(client);
    let isAway = false;
    client.on('ready', () => {
      if (isAway) this.#log.info({ purpose }, 'Redis is reachable again');
      isAway = false;
    });
    client.on('error', ({ message }: Error) => {
      // Only its message: the error of a command contains its arguments, such as the password.
      if (!isAway) this.#log.warn({ purpose, reason: message }, 'Redis cannot be reached; retrying');
      isAway = true;
    });
    return client;
  }
}
