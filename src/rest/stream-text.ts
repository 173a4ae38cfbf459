import { once } from 'node:events';
import type { Request, Response } from 'express';
import { compressedText } from './compress-answers.js';

/** A part of a long text, and the cursor of the next one; null at the end. */
export interface TextPart {
  text: string;
  next: string | null;
}

/**
 * Streams a text part by part; each part is read when the client has received the previous one. If a later part fails, the
 * connection is closed, so that the client sees that the text is incomplete.
 */
export async function streamText(
  request: Request,
  response: Response,
  { type, filename }: { type: string; filename: string },
  read: (after: string | null) => Promise<TextPart>,
): Promise<void> {
  let part = await read(null);
  response.statusCode = 200;
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.setHeader('content-disposition', `attachment; filename="${filename}"`);
  response.setHeader('cache-control', 'no-store');
  const target = compressedText(request, response);
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  for (;;) {
    if (closed.signal.aborted) return;
    if (!target.write(part.text)) await once(target, 'drain', { signal: closed.signal }).catch(() => undefined);
    if (part.next === null) break;
    part = await read(part.next);
  }
  target.end();
}
