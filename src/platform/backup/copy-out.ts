import type pg from 'pg';

/**
 * Receives one row as Postgres sends it, in text format with its line break. The bytes are overwritten afterwards. A promise
 * stops the connection until it is resolved.
 */
export type OnRow = (row: Buffer) => Promise<void> | undefined;

/** Runs a `COPY … TO STDOUT` on a connection. Rows arrive one by one, and no faster than they are taken. */
export function copyOut(client: pg.ClientBase, text: string, onRow: OnRow): Promise<void> {
  return new Promise((resolve, reject) => void client.query(new CopyOut(text, onRow, resolve, reject)));
}

/** What `pg` calls with the messages that answer a statement. */
class CopyOut implements pg.Submittable {
  #waiting = 0;
  #error: Error | null = null;

  constructor(
    private readonly text: string,
    private readonly onRow: OnRow,
    private readonly resolve: () => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    if (this.#error) return;
    const taken = this.onRow(chunk);
    if (!taken) return;
    // Rows that were received already still arrive.
    if (this.#waiting++ === 0) stream.pause();
    const goOn = () => {
      if (--this.#waiting === 0) stream.resume();
    };
    taken.then(goOn, (error: Error) => {
      this.#error = error;
      goOn();
    });
  }

  handleError(error: Error): void {
    this.reject(this.#error ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#error) this.reject(this.#error);
    else this.resolve();
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
}
