import { OpenCounts } from './open-counts.js';

const minute = 60_000;

/** Counts by key and minute of the clock, in this process only. */
export class MinuteCounts {
  #counts = new Map<string, number>();
  #minute = 0;

  /** @param limit for each key */
  constructor(
    readonly limit: number,
    readonly now: () => Date,
  ) {}

  /** Counts one; false if the key is over its limit. */
  take(key: string): boolean {
    const current = Math.floor(this.now().getTime() / minute);
    if (current !== this.#minute) this.#counts = new Map();
    this.#minute = current;
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count > this.limit) return false;
    this.#counts.set(key, count);
    return true;
  }
}

/** How much one address or caller may have open at once in a process. */
export interface ConnectionSettings {
  /** Connections of one address, and its requests in progress, WebSockets included. */
  connectionsPerAddress: number;
  /** WebSockets of one caller: a user or an API key. */
  socketsPerCaller: number;
  /** Subscriptions of one caller, over WebSockets and server-sent events together. */
  subscriptionsPerCaller: number;
}

/** The connections, requests and subscriptions of this process. */
export interface ConnectionLimits {
  connections: OpenCounts;
  requests: OpenCounts;
  /** WebSockets of an address before `connection_ack`, and those without a credential. */
  unidentified: OpenCounts;
  /** WebSocket handshakes of an address. */
  handshakes: MinuteCounts;
  socketsOfCaller: OpenCounts;
  subscriptionsOfCaller: OpenCounts;
  subscriptionsOfAddress: OpenCounts;
}

/**
 * Of the connections of an address, one in so many may be a WebSocket that is not identified. After a restart every dashboard of
 * an office reconnects in the same moment, and has to be let in before it can say whose it is.
 */
const unidentifiedPart = 2;
/** An address may have as many subscriptions as so many callers. */
const callersOfAddress = 4;

export function createConnectionLimits(settings: ConnectionSettings, now: () => Date): ConnectionLimits {
  const { connectionsPerAddress, socketsPerCaller, subscriptionsPerCaller } = settings;
  return {
    connections: new OpenCounts(connectionsPerAddress),
    requests: new OpenCounts(connectionsPerAddress),
    unidentified: new OpenCounts(Math.ceil(connectionsPerAddress / unidentifiedPart)),
    handshakes: new MinuteCounts(connectionsPerAddress, now),
    socketsOfCaller: new OpenCounts(socketsPerCaller),
    subscriptionsOfCaller: new OpenCounts(subscriptionsPerCaller),
    subscriptionsOfAddress: new OpenCounts(subscriptionsPerCaller * callersOfAddress),
  };
}
