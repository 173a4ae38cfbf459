import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../platform/errors.js';

/** A body that was read: its value, or what is wrong with it. A fault is told only to who may use the route. */
export interface JsonBody<Value = unknown> {
  value: Value;
  raw: string;
  violation: AppError | null;
}

/** The body of a REST request is an object. */
export type RequestBody = JsonBody<Record<string, unknown>>;

/**
 * Reads a request's body without looking into it. It is handed on as text where that is exactly what was sent.
 * @param limit in bytes
 * @throws AppError PAYLOAD_TOO_LARGE as soon as the limit is passed
 */
export async function readRaw(request: IncomingMessage, limit: number): Promise<RequestBody & { base64: boolean }> {
  const bytes = await readLimited(request, limit);
  if (bytes === null) return { ...noBody, base64: false };
  const base64 = !isUtf8(bytes) || bytes.includes(0);
  return { value: noBody.value, raw: bytes.toString(base64 ? 'base64' : 'utf8'), violation: null, base64 };
}

/** What a request without a body counts as. */
export const noBody: RequestBody = Object.freeze({ value: Object.freeze({}), raw: '', violation: null });

/** Reads a request's body as a JSON object; otherwise as `readJson`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<RequestBody> {
  const body = await readJson(request, limit);
  const { value, violation } = body;
  if (violation || (typeof value === 'object' && value !== null && !Array.isArray(value))) return body as RequestBody;
  return faulty('BAD_REQUEST', 'The body must be a JSON object: {…}.');
}

/**
 * Reads a request's body as JSON; a request without one counts as `{}`.
 * @param limit in bytes
 * @throws AppError PAYLOAD_TOO_LARGE as soon as the limit is passed; every other fault is kept in the answer
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<JsonBody> {
  const bytes = await readLimited(request, limit);
  return bytes === null ? noBody : parseBody(bytes, request);
}

/** Null where there is no body. */
async function readLimited(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const length = request.headers['content-length'];
  if (length === '0' || (length === undefined && request.headers['transfer-encoding'] === undefined)) return null;
  if (Number(length) > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit);
  return bytes.length === 0 ? null : bytes;
}

/** Collects the bytes; stops keeping them at the limit. What is still to come is thrown away after the answer. */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      settle();
      request.pause();
      reject(tooLarge(limit));
    };
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onBroken = () => {
      settle();
      reject(new AppError('BAD_REQUEST', 'The body ended before it was complete.'));
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function parseBody(bytes: Buffer, { headers }: IncomingMessage): JsonBody {
  const encoded = encodingViolation(headers['content-encoding']);
  if (encoded) return { value: {}, raw: '', violation: encoded };
  if (!isJson(headers['content-type'])) {
    return faulty('BAD_REQUEST', 'The body is read as JSON only. Send it with Content-Type: application/json.');
  }
  if (!isUtf8(bytes)) return faulty('BAD_REQUEST', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  return parseJson(bytes.toString('utf8'));
}

/** What is wrong with a compressed body; null for one that is sent as it is. */
export function encodingViolation(encoding: string | undefined): AppError | null {
  if (!encoding || encoding === 'identity') return null;
  const message = `Content-Encoding ${encoding} is not read here. Send the body as it is.`;
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message);
}

/** Reads text as JSON of a bounded depth. */
export function parseJson(raw: string): JsonBody {
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (isTooDeep(text)) {
    return faulty('BAD_REQUEST', `The body is nested too deeply: at most ${jsonDepth} levels of lists and objects.`);
  }
  try {
    return { value: JSON.parse(text), raw, violation: null };
  } catch (error) {
    const place = /\(line \d+ column \d+\)|at position \d+/.exec((error as Error).message)?.[0];
    return faulty('BAD_REQUEST', `The body is not valid JSON${place ? ` ${place}` : ''}.`);
  }
}

/** `application/json` and whatever is written as JSON (`application/cloudevents+json`). */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '');
}

/** Levels of lists and objects in JSON that comes from outside. */
export const jsonDepth = 200;
const quote = 0x22;
const backslash = 0x5c;

/** Told before parsing: what walks the value later does so by recursion, and must not run out of stack. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * jsonDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > jsonDepth) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

/** Where the string that opens at `start` closes; the text's end where it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function faulty(code: 'BAD_REQUEST', message: string): RequestBody {
  return { value: {}, raw: '', violation: new AppError(code, message) };
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is too large: at most ${limit} bytes are read here.`);
}
