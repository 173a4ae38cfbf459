import type { Connection, Submittable } from 'pg';
import { AnswerBytes, rowBytesAtMost } from './bytes.js';
import type { DatabaseAnswer, DatabaseRow, DatabaseStatement } from './database-access.js';
import { answerTooLarge } from './database-error.js';
import { decodePostgres, encodePostgres } from './postgres-values.js';

/** Rows that are asked for first, when nothing is known of their size, and later at most. */
const [firstRows, rowsAtOnce] = [8, 200];

interface Column {
  name: string;
  dataTypeID: number;
}

/** The methods of the driver's connection that the protocol needs, whose published types are older than it. */
interface Wire {
  parse(message: { text: string }): void;
  describe(message: { type: 'S' }): void;
  bind(message: { values: readonly unknown[] }): void;
  execute(message: { rows: number }): void;
  flush(): void;
  sync(): void;
  once(event: string, listener: (message: { dataTypeIDs: number[] }) => void): void;
  off(event: string, listener: (message: { dataTypeIDs: number[] }) => void): void;
  sendCopyFail(message: string): void;
}

/**
 * A statement by the extended protocol: the server says which types its parameters have before they are sent, and sends no
 * more rows than were asked for.
 */
export class PostgresStatement implements Submittable {
  readonly answer: Promise<DatabaseAnswer>;
  readonly #rows: DatabaseRow[] = [];
  readonly #bytes = new AnswerBytes(rowBytesAtMost);
  #columns: readonly Column[] = [];
  #more = false;
  #changed: number | null = null;
  #isSynced = false;
  #error: unknown;
  #detach: () => void = () => undefined;
  #settle!: { done: (answer: DatabaseAnswer) => void; fail: (error: unknown) => void };

  constructor(readonly statement: Pick<DatabaseStatement, 'text' | 'parameters' | 'maxRows'>) {
    this.answer = new Promise((done, fail) => {
      this.#settle = { done, fail };
    });
    // The session waits for it; a connection that is lost meanwhile is reported there.
    this.answer.catch(() => undefined);
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const bind = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => this.#bind(wire, dataTypeIDs);
    wire.once('parameterDescription', bind);
    this.#detach = () => wire.off('parameterDescription', bind);
    wire.parse({ text: this.statement.text });
    wire.describe({ type: 'S' });
    wire.flush();
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#columns = fields;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#more || this.#error !== undefined) return;
    if (this.#rows.length >= this.statement.maxRows) {
      this.#more = true;
      return;
    }
    try {
      const row = Object.fromEntries(
        this.#columns.map(({ name, dataTypeID }, index) => [name, decodePostgres(dataTypeID, fields[index] ?? null)]),
      );
      if (this.#bytes.take(row)) this.#rows.push(row);
      else this.#more = true;
      if (this.#rows.length === 0) this.#error = answerTooLarge(rowBytesAtMost);
    } catch (error) {
      this.#error = error;
    }
  }

  handlePortalSuspended(connection: Connection): void {
    const wire = connection as unknown as Wire;
    if (this.#more || this.#error !== undefined) this.#sync(wire);
    else this.#fetch(wire);
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    const count = / (\d+)$/.exec(text)?.[1];
    // Of rows that are read in parts the server counts the last part.
    this.#changed = text.startsWith('SELECT') || count === undefined ? null : Number(count);
    this.#sync(connection as unknown as Wire);
  }

  handleEmptyQuery(connection: Connection): void {
    this.#sync(connection as unknown as Wire);
  }

  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as Wire).sendCopyFail('COPY FROM STDIN is not possible here');
  }

  handleCopyData(): void {}

  handleError(error: unknown, connection: Connection): void {
    this.#detach();
    // After an error of the server, the driver no longer passes on when it is ready.
    this.#settle.fail(this.#error ?? error);
    if ((error as { severity?: unknown }).severity !== undefined) this.#sync(connection as unknown as Wire);
  }

  handleReadyForQuery(): void {
    this.#detach();
    const rows = this.#rows;
    if (this.#error !== undefined) this.#settle.fail(this.#error);
    else this.#settle.done({ rows, rowCount: this.#changed ?? rows.length, more: this.#more, insertId: null });
  }

  #bind(wire: Wire, types: readonly number[]): void {
    const { parameters } = this.statement;
    if (parameters.length !== types.length) {
      this.#error = { severity: 'ERROR', code: '07001', message: countMessage(types.length, parameters.length) };
      this.#sync(wire);
      return;
    }
    wire.bind({ values: parameters.map((value, index) => encodePostgres(value, types[index] ?? 0)) });
    this.#fetch(wire);
  }

  #fetch(wire: Wire): void {
    // One more shows whether there are more.
    const read = this.#rows.length;
    const fitting = read === 0 ? firstRows : Math.ceil(this.#bytes.roomFor(read));
    const rows = Math.min(this.statement.maxRows - read + 1, fitting, rowsAtOnce);
    wire.execute({ rows });
    wire.flush();
  }

  /** Once: the server answers each with a message of its own. */
  #sync(wire: Wire): void {
    if (this.#isSynced) return;
    this.#isSynced = true;
    wire.sync();
  }
}

function countMessage(wanted: number, given: number): string {
  return `the statement has ${wanted} parameters ($1, $2, …), and parameters has ${given} entries.`;
}
