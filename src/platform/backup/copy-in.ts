import { once } from 'node:events';
import type pg from 'pg';

/**
 * Runs a `COPY … FROM STDIN` on a connection with the bytes of `source`, no faster than Postgres takes them.
 * @returns the number of rows
 */
export function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => void client.query(new CopyIn(text, source, resolve, reject)));
}

/** What a connection can also send, which the types of `pg` leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
}

/** What `pg` calls with the messages that answer a statement. */
class CopyIn implements pg.Submittable {
  #rows = 0;
  #ended = false;
  #error: Error | null = null;

  constructor(
    private readonly text: string,
    private readonly source: AsyncIterable<Buffer>,
    private readonly resolve: (rows: number) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.#error = error;
      connection.sendCopyFail('the source failed');
    });
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1]);
  }

  handleError(error: Error): void {
    this.#ended = true;
    this.reject(this.#error ?? error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.#rows);
  }

  handleRowDescription(): void {}

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for await (const chunk of this.source) {
      if (this.#ended) return;
      connection.sendCopyFromChunk(chunk);
      if (stream.writableNeedDrain) await once(stream, 'drain');
    }
    if (!this.#ended) connection.endCopyFrom();
  }
}
