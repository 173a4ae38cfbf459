import pg from 'pg';
import { collectNotifications } from './collect-notifications.js';
import { connectionConfig } from './connection-config.js';

/** How the pools of a process connect. */
export interface ConnectOptions {
  url: string;
  /** The URL leads to a pooler that may give each transaction another connection to Postgres. */
  isPooled?: boolean | undefined;
  /** Statements are planned at their first use for all values, see `Database.hotPool`. */
  plansOnce?: boolean | undefined;
  /** Milliseconds until a new connection, and until the answer of a statement must be there. Default to no limit. */
  timeouts?: { connectMs: number; answerMs: number } | undefined;
  /** Called with the SQLSTATE of each error that Postgres sends. */
  onError?: ((state: string) => void) | undefined;
  /** Called with what statements notify of, when it is committed; see `collectNotifications`. */
  onNotifies?: ((texts: readonly string[]) => void) | undefined;
}

/** Frees what Postgres keeps of a connection's former statements. */
const maxLifetimeSeconds = 3600;

/** The configuration of a pool, with its class of clients. Create one for each pool: pg modifies it. */
export function poolConfig(options: ConnectOptions): pg.PoolConfig {
  const { url, isPooled = false, plansOnce = false, timeouts, onError, onNotifies } = options;
  class ServerClient extends (isPooled ? UnnamedClient : pg.Client) {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
      // Beside pg's own listener: errors of the connection and of every statement, however they are reported.
      connection.on('errorMessage', ({ code }: pg.DatabaseError) => onError?.(code ?? ''));
      if (onNotifies) collectNotifications(connection, onNotifies);
    }
  }
  const limits = timeouts && { connectionTimeoutMillis: timeouts.connectMs, query_timeout: timeouts.answerMs };
  return {
    ...connectionConfig(url, { isPooled, plansOnce }),
    ...limits,
    maxLifetimeSeconds,
    Client: ServerClient,
  } as pg.PoolConfig;
}

/**
 * Sends statements without their names. A named statement exists on the connection that parsed it, and the next
 * transaction may have another one.
 */
class UnnamedClient extends pg.Client {
  // One signature replaces the many that pg declares.
  override query = ((config: unknown, ...rest: unknown[]) =>
    (super.query as (...all: unknown[]) => unknown)(withoutName(config), ...rest)) as pg.Client['query'];
}

function withoutName(config: unknown): unknown {
  // A cursor or a query of pg itself has no name here.
  if (typeof config !== 'object' || config === null || !('name' in config) || 'submit' in config) return config;
  const { name: _, ...unnamed } = config;
  return unnamed;
}
