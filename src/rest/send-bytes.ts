import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { dispositionOf } from '../platform/content-disposition.js';
import { AppError } from '../platform/errors/errors.js';
import { noneMatches } from './entity-tag.js';

/** The bytes that a route answers with. */
export interface SentBytes {
  name: string;
  mimeType: string;
  size: number;
  /** Opens a stream of the bytes from `start`, before `end`. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/**
 * Streams bytes, or the one range of them that the request asks for (RFC 9110). They are content of others: browsers store them
 * and never show them in the origin of the server.
 * @param tag their `ETag`
 */
export async function sendBytes(request: Request, response: Response, sent: SentBytes, tag: string): Promise<void> {
  const { size } = sent;
  const { headers } = request;
  response.setHeader('etag', tag);
  response.setHeader('cache-control', 'private, no-cache');
  response.setHeader('accept-ranges', 'bytes');
  if (!noneMatches(headers['if-none-match'], tag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = isCurrent ? rangeOf(headers.range, size) : null;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new AppError(
      'RANGE_NOT_SATISFIABLE',
      `The range must begin before the end of the file, which has ${size} bytes.`,
    );
  }
  const { start, end } = range ?? { start: 0, end: size };
  const isEmpty = start === end || request.method === 'HEAD';
  // Before the headers: what cannot be opened is answered as an error.
  const bytes = isEmpty ? null : await sent.open({ start, end });
  response.statusCode = range ? 206 : 200;
  response.setHeader('content-type', sent.mimeType);
  response.setHeader('content-disposition', dispositionOf(sent.name));
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-length', end - start);
  if (range) response.setHeader('content-range', `bytes ${start}-${end - 1}/${size}`);
  if (!bytes) response.end();
  // A client that sees fewer bytes than announced knows that they are incomplete.
  else await pipeline(bytes, response).catch(() => response.destroy());
}

/** The range of a header: null for all, because there is none, it is not valid, or it names several. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(size - Number(last), 0), end: size };
  const [start, end] = [Number(first), last === '' ? size : Math.min(Number(last) + 1, size)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
