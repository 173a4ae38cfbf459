import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAccess, DatabaseAnswer, DatabaseSession, DatabaseStatement } from './database-access.js';
import { DatabaseError, lostConnection, statementFailure, statementTimeout } from './database-error.js';
import { type Connect, inTime, openFailure, openSocket } from './open-socket.js';
import { PostgresStatement } from './postgres-statement.js';
import { securePostgres } from './postgres-tls.js';
import { runCancellable } from './run-cancellable.js';

const cancelRequest = 80_877_102;
/** The statement was cancelled, by its time limit. */
const cancelled = '57014';

/** @throws DatabaseError, OutboundError, or the signal's reason */
export async function openPostgres(
  access: DatabaseAccess,
  connect: Connect,
  signal: AbortSignal,
): Promise<DatabaseSession> {
  const socket = await openSocket(connect, access.target);
  try {
    const opening = openSession(socket, access, connect);
    return await inTime(opening, access.target.host, signal, () => socket.destroy());
  } catch (error) {
    socket.destroy();
    if (error === signal.reason) throw error;
    throw openFailure(error, isRejection(error) ? { message: error.message, sqlState: error.code } : null, access);
  }
}

async function openSession(socket: Socket, access: DatabaseAccess, connect: Connect): Promise<DatabaseSession> {
  const { host, port, user, password, database } = access.target;
  const stream = await securePostgres(socket, access);
  const client = new pg.Client({
    host,
    port,
    user,
    // A function: the driver would replace an empty password by one of this server's environment or files.
    password: () => password,
    database,
    ssl: false,
    stream: () => asUnopened(stream),
    application_name: 'workspace-automation',
  });
  const session = new PostgresSession(client, access, connect);
  await client.connect();
  return session;
}

/**
 * An open connection, as the driver expects one that it opens itself. What a server sends that the driver cannot read ends the
 * connection; the driver would throw it where nothing catches it.
 */
function asUnopened(stream: Socket): Socket {
  const on = stream.on.bind(stream);
  let isRead = false;
  return Object.assign(stream, {
    connect: () => {
      queueMicrotask(() => stream.emit('connect'));
      return stream;
    },
    on: (event: string, listener: (...values: unknown[]) => void) => {
      // The first one is the driver's. Others are ours, and are removed by themselves.
      if (event !== 'data' || isRead) return on(event, listener);
      isRead = true;
      return on(event, (chunk: unknown) => {
        try {
          listener(chunk);
        } catch (error) {
          stream.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      });
    },
  });
}

class PostgresSession implements DatabaseSession {
  #isOpen = true;
  #timeoutMs: number | null = null;

  constructor(
    readonly client: pg.Client,
    readonly access: DatabaseAccess,
    readonly connect: Connect,
  ) {
    client.on('error', () => this.end());
    client.on('end', () => this.end());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async run(statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseAnswer> {
    const { timeoutMs } = statement;
    const { host, password } = this.access.target;
    try {
      return await runCancellable({
        timeoutMs,
        signal,
        stream: this.client.connection.stream,
        perform: () => this.#perform(statement),
        cancel: () => this.#cancel(),
        end: () => this.end(),
      });
    } catch (error) {
      if ((signal.aborted && error === signal.reason) || error instanceof DatabaseError) throw error;
      if (!isRejection(error)) throw lostConnection(host);
      if (error.code === cancelled && /timeout/.test(error.message)) throw statementTimeout();
      const { message, detail, code } = error;
      throw statementFailure({ message, detail, sqlState: code }, password);
    }
  }

  async reset(): Promise<boolean> {
    this.#timeoutMs = null;
    await this.client.query('discard all');
    return this.#isOpen;
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.client.end().catch(() => undefined);
    this.client.connection.stream.destroy();
  }

  async #perform(statement: DatabaseStatement): Promise<DatabaseAnswer> {
    const { timeoutMs, readOnly } = statement;
    if (this.#timeoutMs !== timeoutMs) await this.client.query(`set statement_timeout = ${Math.round(timeoutMs)}`);
    this.#timeoutMs = timeoutMs;
    if (!readOnly) return this.client.query(new PostgresStatement(statement)).answer;
    await this.client.query('begin transaction read only');
    try {
      return await this.client.query(new PostgresStatement(statement)).answer;
    } finally {
      if (this.#isOpen) await this.client.query('rollback');
    }
  }

  /** By a connection of its own, encrypted like the first one. */
  async #cancel(): Promise<void> {
    const { processID, secretKey } = this.client as unknown as { processID: number | null; secretKey: number | null };
    if (processID === null || secretKey === null) return;
    const message = Buffer.alloc(16);
    for (const [index, number] of [16, cancelRequest, processID, secretKey].entries())
      message.writeInt32BE(number, index * 4);
    const socket = await openSocket(this.connect, this.access.target);
    const close = () => socket.destroy();
    socket.setTimeout(5_000, close).on('error', close);
    const stream = await securePostgres(socket, this.access);
    stream.on('error', close).end(message);
  }
}

interface Rejection extends Error {
  code: string;
  detail?: string;
}

/** Whether the server sent an error. */
function isRejection(error: unknown): error is Rejection {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return typeof severity === 'string' && typeof code === 'string';
}
