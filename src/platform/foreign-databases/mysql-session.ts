import type { Socket } from 'node:net';
import mysql, { type Connection, type ResultSetHeader } from 'mysql2';
import { AnswerBytes, rowBytesAtMost } from './bytes.js';
import type { DatabaseAccess, DatabaseAnswer, DatabaseSession, DatabaseStatement } from './database-access.js';
import {
  answerTooLarge,
  DatabaseError,
  lostConnection,
  type ServerFailure,
  statementFailure,
} from './database-error.js';
import { decodeMysql, encodeMysql, type MysqlColumn } from './mysql-values.js';
import { type Connect, connectTimeoutMs, inTime, openFailure, openSocket, tlsOptions } from './open-socket.js';
import { runCancellable } from './run-cancellable.js';

/** The driver's connection, with what its types do not show. */
type Driver = Connection & { stream: Socket; handlePacket(packet: unknown): unknown };

/** @throws DatabaseError, OutboundError, or the signal's reason */
export async function openMysql(
  access: DatabaseAccess,
  connect: Connect,
  signal: AbortSignal,
): Promise<DatabaseSession> {
  const socket = await openSocket(connect, access.target);
  try {
    const driver = await inTime(openDriver(socket, access), access.target.host, signal, () => socket.destroy());
    return new MysqlSession(driver, access, connect);
  } catch (error) {
    socket.destroy();
    if (error === signal.reason) throw error;
    throw openFailure(error, rejectionOf(error), access);
  }
}

function openDriver(socket: Socket, access: DatabaseAccess): Promise<Driver> {
  const { host, port, user, password, database } = access.target;
  const tls = tlsOptions(access);
  // A certificate of a server without a name is checked against this.
  if (tls?.host !== undefined) Object.assign(socket, { _host: host });
  return new Promise((done, fail) => {
    const driver = mysql.createConnection({
      host,
      port,
      user,
      password,
      database,
      stream: socket,
      ...(tls && {
        ssl: {
          rejectUnauthorized: access.tls === 'verify',
          verifyIdentity: access.tls === 'verify',
          minVersion: 'TLSv1.2',
          ...(access.ca !== null && { ca: access.ca }),
        },
      }),
      connectTimeout: connectTimeoutMs,
      charset: 'utf8mb4',
      flags: ['-LOCAL_FILES'],
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      maxPreparedStatements: 8,
    }) as Driver;
    const handle = driver.handlePacket.bind(driver);
    // What a server sends that the driver cannot read ends the connection; it would be thrown where nothing catches it.
    driver.handlePacket = (packet) => {
      try {
        return handle(packet);
      } catch (error) {
        return void driver.stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    };
    driver.once('error', fail).once('connect', () => {
      driver.off('error', fail);
      done(driver);
    });
  });
}

class MysqlSession implements DatabaseSession {
  #isOpen = true;
  #lost: (error: unknown) => void = () => undefined;

  constructor(
    readonly driver: Driver,
    readonly access: DatabaseAccess,
    readonly connect: Connect,
  ) {
    const lost = () => {
      this.end();
      this.#lost(lostConnection(access.target.host));
    };
    driver.on('error', lost).on('end', lost);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async run(statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseAnswer> {
    const { host, password } = this.access.target;
    try {
      return await runCancellable({
        timeoutMs: statement.timeoutMs,
        signal,
        stream: this.driver.stream,
        perform: () => this.#perform(statement),
        cancel: () => this.#cancel(),
        end: () => this.end(),
      });
    } catch (error) {
      if ((signal.aborted && error === signal.reason) || error instanceof DatabaseError) throw error;
      const rejection = rejectionOf(error);
      throw rejection ? statementFailure(rejection, password) : lostConnection(host);
    }
  }

  async reset(): Promise<boolean> {
    await this.#untilLost((done, fail) => this.driver.reset((error) => (error ? fail(error) : done(undefined))));
    return this.#isOpen;
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.driver.destroy();
    this.driver.stream.destroy();
  }

  async #perform(statement: DatabaseStatement): Promise<DatabaseAnswer> {
    await this.#plain('set names utf8mb4');
    await this.#plain("set time_zone = '+00:00'");
    await this.#limit(statement.timeoutMs);
    if (!statement.readOnly) return this.#read(statement);
    await this.#plain('start transaction read only');
    try {
      return await this.#read(statement);
    } finally {
      if (this.#isOpen) await this.#plain('rollback');
    }
  }

  /** MariaDB limits every statement, MySQL those that only read; the others end with the connection. */
  async #limit(timeoutMs: number): Promise<void> {
    try {
      await this.#plain(`set max_statement_time = ${timeoutMs / 1_000}`);
    } catch (error) {
      if (!rejectionOf(error)) throw error;
      await this.#plain(`set max_execution_time = ${Math.round(timeoutMs)}`);
    }
  }

  #plain(text: string): Promise<void> {
    return this.#untilLost((done, fail) => this.driver.query(text, (error) => (error ? fail(error) : done(undefined))));
  }

  /** Reads rows as they arrive, and ends the connection where more come of a statement that only reads. */
  #read({ text, parameters, maxRows }: DatabaseStatement): Promise<DatabaseAnswer> {
    const bytes = new AnswerBytes(rowBytesAtMost);
    const answer: DatabaseAnswer = { rows: [], rowCount: 0, more: false, insertId: null };
    let columns: readonly MysqlColumn[] = [];
    let changed: number | null = null;
    return this.#untilLost((done, fail) => {
      const finish = () => done({ ...answer, rowCount: changed ?? answer.rows.length });
      const cut = () => {
        answer.more = true;
        if (answer.rows.length === 0) fail(answerTooLarge(rowBytesAtMost));
        if (!onlyReads(text)) return;
        finish();
        this.#cancel().catch(() => undefined);
        this.end();
      };
      const take = (row: readonly unknown[]) => {
        if (answer.more) return;
        if (answer.rows.length >= maxRows) return cut();
        const entries = columns.map((column, index) => [column.name, decodeMysql(column, row[index])] as const);
        const read = Object.fromEntries(entries);
        if (bytes.take(read)) answer.rows.push(read);
        else cut();
      };
      const values = parameters.map(encodeMysql) as string[];
      this.driver
        .execute({ sql: text, rowsAsArray: true, values })
        .on('fields', (fields: readonly MysqlColumn[] | undefined) => {
          columns = fields ?? [];
        })
        .on('result', (row: readonly unknown[] | ResultSetHeader) => {
          if ('length' in row) return take(row);
          changed = row.affectedRows;
          answer.insertId = row.insertId || null;
        })
        .on('error', fail)
        .on('end', finish);
    });
  }

  /** A call of the driver, which does not return where the connection is lost. */
  #untilLost<T>(call: (done: (value: T) => void, fail: (error: unknown) => void) => void): Promise<T> {
    return new Promise<T>((done, fail) => {
      if (!this.#isOpen) return fail(lostConnection(this.access.target.host));
      this.#lost = fail;
      call(done, fail);
    });
  }

  /** By a connection of its own. */
  async #cancel(): Promise<void> {
    const { threadId } = this.driver;
    const socket = await openSocket(this.connect, this.access.target);
    const close = () => socket.destroy();
    socket.setTimeout(5_000, close).on('error', close);
    const driver = await openDriver(socket, this.access);
    driver.on('error', close).query(`kill ${Number(threadId)}`, close);
  }
}

/** Whether nothing is lost where the rest of the answer is not read. */
const onlyReads = (text: string): boolean =>
  /^[\s(]*(select|with|show|describe|desc|explain|table|values)\b/i.test(text);

/** What the server said; null if the error is not its own. */
function rejectionOf(error: unknown): ServerFailure | null {
  const { sqlState, errno, sqlMessage, message } = (error ?? {}) as Record<string, unknown>;
  if (typeof errno !== 'number' || typeof sqlMessage !== 'string') return null;
  return { message: sqlMessage || String(message), sqlState: String(sqlState ?? 'HY000'), number: errno };
}
