import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * The rows of a `COPY … TO STDOUT` as Postgres sends them, in text format with their line breaks, no faster than they are
 * taken.
 */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer> {
  const stream = client.query(to(text));
  try {
    yield* splitRows(stream.iterator({ destroyOnReturn: false }));
  } finally {
    // Taken no further: the connection answers nothing else before all rows were received.
    if (!stream.destroyed && !stream.readableEnded) await finished(stream.resume());
  }
}

/** Runs a `COPY … FROM STDIN` with the bytes of `source`, no faster than Postgres takes them. */
export async function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(source, client.query(from(text)));
}

/** The rows of parts that end anywhere, with their line breaks. */
export async function* splitRows(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const part of parts) {
    let start = 0;
    for (let at = part.indexOf(lineBreak); at >= 0; at = part.indexOf(lineBreak, start)) {
      const end = part.subarray(start, at + 1);
      yield begun.length === 0 ? end : Buffer.concat([...begun, end]);
      begun = [];
      start = at + 1;
    }
    if (start < part.length) begun.push(part.subarray(start));
  }
}

const lineBreak = '\n'.charCodeAt(0);
