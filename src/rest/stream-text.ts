import { once } from 'node:events';
import type { Response } from 'express';

/** A part of a long text, and where the next one begins; null at the end. */
export interface TextPart {
  text: string;
  next: string | null;
}

/**
 * Answers with a text part by part, each read when the client has taken the one before. A part that cannot be read after
 * the first breaks the connection off: the client sees that it has not got all.
 */
export async function streamText(
  response: Response,
  { type, filename }: { type: string; filename: string },
  read: (after: string | null) => Promise<TextPart>,
): Promise<void> {
  let part = await read(null);
  response.statusCode = 200;
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.setHeader('content-disposition', `attachment; filename="${filename}"`);
  response.setHeader('cache-control', 'no-store');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for (;;) {
    if (gone.signal.aborted) return;
    if (!response.write(part.text)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
    if (part.next === null) break;
    part = await read(part.next);
  }
  response.end();
}
