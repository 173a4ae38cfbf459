import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError, type ErrorCode } from '../platform/errors/errors.js';
import { JsonLimitError } from '../platform/json/index.js';
import { computeSlots } from '../platform/slots/compute-slots.js';
import type { BodyShare } from './body-memory.js';

// Bodies are not read by `express.json`, `express.raw` or `express.text`, because of one attack: many large bodies that arrive
// slowly. Those answer what they refuse only when the rest of the body has arrived (body-parser 2.4.0: no 413 while the client
// holds the connection, with and without a Content-Length), so neither a limit, a share of memory (`body-memory`) nor a time to
// arrive ends a request. Here each refusal is answered at once, and nothing more is read. Their parser runs in this thread, too:
// it would keep all other requests waiting for a large body, and its values may be too deep for what walks through them.

/** A body that was read: its value, or its violation, which is reported only after the access checks. */
export interface JsonBody<Value = unknown> {
  value: Value;
  raw: string;
  violation: AppError | null;
}

/** The body of a REST request is an object. */
export type RequestBody = JsonBody<Record<string, unknown>>;

/**
 * Reads a body without parsing it. It is passed on as text if the text is exactly what was sent, otherwise as base64.
 * @param limit in bytes
 * @throws AppError PAYLOAD_TOO_LARGE as soon as the limit is exceeded
 */
export async function readRaw(request: IncomingMessage, limit: number): Promise<RequestBody & { base64: boolean }> {
  const bytes = await readLimited(request, limit);
  if (bytes === null) return { ...noBody, base64: false };
  const base64 = !isUtf8(bytes) || bytes.includes(0);
  return { value: noBody.value, raw: bytes.toString(base64 ? 'base64' : 'utf8'), violation: null, base64 };
}

/** The body of a request without one. */
export const noBody: RequestBody = Object.freeze({ value: Object.freeze({}), raw: '', violation: null });

/** Reads a body as a JSON object; otherwise like `readJson`. */
export async function readBody(request: IncomingMessage, limit: number, parse?: ParseJson): Promise<RequestBody> {
  const body = await readJson(request, limit, parse);
  const { value, violation } = body;
  if (violation || (typeof value === 'object' && value !== null && !Array.isArray(value))) return body as RequestBody;
  return refused('BAD_REQUEST', 'The body must be a JSON object.');
}

/**
 * Reads a body as JSON; a missing body counts as `{}`.
 * @param limit in bytes
 * @throws AppError PAYLOAD_TOO_LARGE as soon as the limit is exceeded; other violations are returned
 */
export async function readJson(request: IncomingMessage, limit: number, parse?: ParseJson): Promise<JsonBody> {
  const bytes = await readLimited(request, limit);
  return bytes === null ? noBody : parseBody(bytes, request, parse);
}

const shares = new WeakMap<IncomingMessage, BodyShare>();

/** Counts the bytes of a body when it is read. */
export function countBytesOf(request: IncomingMessage, share: BodyShare): void {
  shares.set(request, share);
}

/** Whether a request has a body, as far as its headers say. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0';
}

/** Null if there is no body. */
async function readLimited(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (!hasBody(request)) return null;
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit);
  return bytes.length === 0 ? null : bytes;
}

/** Milliseconds within which a body must arrive. */
const arrivesWithinMs = 60_000;

/** Collects the bytes up to the limit. The rest is discarded after the response. */
export function readBytes(request: IncomingMessage, limit: number, withinMs = arrivesWithinMs): Promise<Buffer> {
  const share = shares.get(request);
  return new Promise((resolve, reject) => {
    // Left before the first byte was read: no event follows.
    if (request.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return refuse(tooLarge(limit));
      if (share?.receive(chunk.length) === false) return refuse(noMemory(share.isOnlyOne()));
      chunks.push(chunk);
    };
    const refuse = (error: AppError) => {
      settle();
      request.pause();
      reject(error);
    };
    const timer = setTimeout(() => refuse(tooSlow(withinMs)), withinMs);
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const onBroken = () => {
      settle();
      reject(cutOff());
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/** Bytes of a body beyond which bodies are parsed one after the other, with other work between them. */
const parsedAlone = 32 * 1024;

async function parseBody(bytes: Buffer, { headers }: IncomingMessage, parse?: ParseJson): Promise<JsonBody> {
  const encoded = encodingViolation(headers['content-encoding']);
  if (encoded) return { value: {}, raw: '', violation: encoded };
  if (!isJson(headers['content-type'])) {
    return refused('BAD_REQUEST', 'The body must be JSON with Content-Type: application/json.');
  }
  if (bytes.length > parsedAlone) await computeSlots.waitForTime();
  if (!isUtf8(bytes)) return refused('BAD_REQUEST', 'The body must be valid UTF-8.');
  return parseJson(bytes.toString('utf8'), parse);
}

/** The violation of a compressed body; null for one without compression. */
export function encodingViolation(encoding: string | undefined): AppError | null {
  if (!encoding || encoding === 'identity') return null;
  const message = `Content-Encoding ${encoding} is not allowed. Send the body without compression.`;
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message);
}

/** Parses JSON; may do so in another thread. @throws SyntaxError */
export type ParseJson = (text: string) => unknown;

/** Reads text as JSON of a bounded depth. */
export async function parseJson(raw: string, parse: ParseJson = JSON.parse): Promise<JsonBody> {
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (isTooDeep(text)) {
    return refused(
      'BAD_REQUEST',
      `The body is nested too deeply; at most ${jsonDepth} levels of lists and objects are allowed.`,
    );
  }
  try {
    return { value: await parse(text), raw, violation: null };
  } catch (error) {
    if (error instanceof JsonLimitError) return refused('PAYLOAD_TOO_LARGE', `The body is too large. ${error.message}`);
    if (!(error instanceof SyntaxError))
      return refused('UNAVAILABLE', 'The body could not be read now. Send it again.');
    const place = /\(line \d+ column \d+\)|at position \d+/.exec((error as Error).message)?.[0];
    return refused('BAD_REQUEST', `The body is not valid JSON${place ? ` ${place}` : ''}.`);
  }
}

/** `application/json` and other JSON types (`application/cloudevents+json`). */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '');
}

/** The maximum depth of lists and objects in JSON from clients. */
export const jsonDepth = 200;
const quote = 0x22;
const backslash = 0x5c;

/** Checked before parsing, because the value is later traversed by recursion, which must not overflow the stack. */
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

/** The end of the string that begins at `start`; the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function refused(code: ErrorCode, message: string): RequestBody {
  return { value: {}, raw: '', violation: new AppError(code, message) };
}

/** The client ended the connection. */
export function cutOff(): AppError {
  return new AppError('BAD_REQUEST', 'The body must be complete. The connection ended before its end.');
}

/** The body, or the next byte of it, did not arrive. */
export function tooSlow(withinMs: number): AppError {
  return new AppError('REQUEST_TIMEOUT', `The body must arrive within ${withinMs / 1_000} seconds.`);
}

/** @param isOwn whether the bodies of this address alone use the memory */
function noMemory(isOwn: boolean): AppError {
  const whose = isOwn ? 'from this address' : 'on this server';
  const message = `Too many bytes of request bodies at once ${whose}. Wait for earlier requests, or send smaller ones.`;
  return new AppError(isOwn ? 'RATE_LIMITED' : 'UNAVAILABLE', message, undefined, 1);
}

/** More bytes than the limit of the route. */
export function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body must have at most ${limit} bytes.`);
}
