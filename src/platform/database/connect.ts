import pg from 'pg';
import { messagesOf } from '../adapters/pg.js';
import { collectNotifications } from './collect-notifications.js';
import { connectionConfig, type TenantScopeSetting } from './connection-config.js';

/** How the pools of a process connect. */
export interface ConnectOptions {
  url: string;
  /** The URL leads to a pooler that may give each transaction another connection to Postgres. */
  isPooled?: boolean | undefined;
  /** Defaults to `off`. */
  tenantScope?: TenantScopeSetting | undefined;
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
  const { url, isPooled = false, tenantScope = 'off', plansOnce = false, timeouts, onError, onNotifies } = options;
  const saysEachTime = isPooled && tenantScope === 'off';
  class ServerClient extends (saysEachTime ? EveryRowClient : isPooled ? UnnamedClient : pg.Client) {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const messages = messagesOf(this);
      // Beside pg's own listener: errors of the connection and of every statement, however they are reported.
      messages.on('errorMessage', ({ code }: pg.DatabaseError) => onError?.(code ?? ''));
      if (onNotifies) collectNotifications(messages, onNotifies);
    }
  }
  const limits = timeouts && { connectionTimeoutMillis: timeouts.connectMs, query_timeout: timeouts.answerMs };
  return {
    ...connectionConfig(url, { isPooled, plansOnce, tenantScope }),
    ...(saysEachTime && { pipeline: true }),
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

const everyRow = `set local app.tenant_scope = 'off'`;

/**
 * An `UnnamedClient` that says in each transaction that it works on all rows. What is sent around a statement is sent with it:
 * one round trip.
 */
class EveryRowClient extends pg.Client {
  #isInTransaction = false;

  // One signature replaces the many that pg declares.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const callback = rest.at(-1);
    if (typeof callback !== 'function') return this.#send(config, rest);
    this.#send(config, rest.slice(0, -1)).then(
      (result) => callback(null, result),
      (error) => callback(error),
    );
    return undefined;
  }) as pg.Client['query'];

  async #send(config: unknown, rest: readonly unknown[]): Promise<unknown> {
    const send = (...all: unknown[]) => (super.query as (...all: unknown[]) => Promise<unknown>)(...all);
    const text = textOf(config);
    if (beginsTransaction.test(text)) {
      this.#isInTransaction = true;
      // One text, so that the setting is a part of the transaction.
      const [began] = (await send(`${text}; ${everyRow}`)) as unknown[];
      return began;
    }
    const isInside = this.#isInTransaction;
    if (endsTransaction.test(text)) this.#isInTransaction = false;
    const statement = withoutName(config);
    if (isInside || text === '') return send(statement, ...rest);
    const all = [send(`begin; ${everyRow}`), send(statement, ...rest), send('commit')] as const;
    // Not before all are answered. After a statement that failed, `commit` rolls back. Of several errors the first is thrown.
    await Promise.allSettled(all);
    return (await Promise.all(all))[1];
  }
}

const comment = String.raw`^\s*(/\*.*?\*/\s*)?`;
const beginsTransaction = new RegExp(`${comment}(begin|start transaction)\\b`, 'is');
const endsTransaction = new RegExp(`${comment}(commit|end|abort|rollback(?!\\s+to\\b))\\b`, 'is');

/** Empty for a cursor, which is used within transactions only. */
function textOf(config: unknown): string {
  if (typeof config === 'string') return config;
  if (typeof config !== 'object' || config === null || 'submit' in config) return '';
  return String((config as { text?: unknown }).text ?? '');
}

function withoutName(config: unknown): unknown {
  // A cursor or a query of pg itself has no name here.
  if (typeof config !== 'object' || config === null || !('name' in config) || 'submit' in config) return config;
  const { name: _, ...unnamed } = config;
  return unnamed;
}
