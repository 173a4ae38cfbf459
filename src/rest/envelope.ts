import { STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError, type ErrorDetail } from '../platform/errors/errors.js';
import type { RequestMetadata } from '../platform/graphql/context.js';
import type { LeavingFile } from '../platform/graphql/leaving-file.js';
import type { PageOf } from '../platform/graphql/page.js';
import { presentError } from '../platform/graphql/present-error.js';
import { noneMatches } from './entity-tag.js';
import { metadataOf } from './request-metadata.js';

/** Sends `{"success":true,"data":…}`; the items of a page become `data`, next to its `pagination`. */
export function sendData(response: Response, status: number, data: unknown): void {
  send(response, status, 'application/json; charset=utf-8', envelopeOf(data));
}

/** The same for what a GET answers, with its `ETag` if it has one; 304 if the client has it already. */
export function sendTagged(
  request: Request,
  response: Response,
  envelope: string,
  tag: string | null,
  cached: string,
): void {
  if (tag !== null) response.setHeader('etag', tag);
  if (tag === null || noneMatches(request.headers['if-none-match'], tag)) {
    sendText(response, 200, 'application/json; charset=utf-8', envelope, cached);
    return;
  }
  response.statusCode = 304;
  response.setHeader('cache-control', cached);
  response.end();
}

function envelopeOf(data: unknown): object {
  return isPage(data)
    ? { success: true, data: data.items, pagination: data.pagination }
    : { success: true, data: data ?? null };
}

/** Sends a plain text, for clients that do not read JSON. */
export function sendPlain(response: Response, type: string, text: string): void {
  sendText(response, 200, `${type}; charset=utf-8`, text, 'no-store');
}

/**
 * Sends the code, message and details of an error; as RFC 9457 problem details if the client lists
 * `application/problem+json` in `Accept`. Internal errors are sent as INTERNAL and logged in full.
 * Can also end an Express error handler.
 */
export function sendError(request: Request, response: Response, error: unknown): void {
  if (response.destroyed || response.writableEnded) return;
  const metadata = metadataOf(response);
  const shown = shownError(error, metadata);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (shown.retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(shown.retryAfter)));
  setHeaders(response, shown.headers);
  if (shown.status === 401) response.setHeader('www-authenticate', challengeOf(shown.code));
  if (wantsProblem(request)) send(response, shown.status, 'application/problem+json', problem(shown, metadata.id));
  else send(response, shown.status, 'application/json; charset=utf-8', failure(shown, metadata.id));
}

/** The header `WWW-Authenticate` of a 401. */
export function challengeOf(code: unknown): string {
  return code === 'INVALID_TOKEN' ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** A response that a route sends instead of the envelope. Without a status, it only adds headers to the envelope. */
export interface OwnResponse {
  status?: number | null;
  headers: Readonly<Record<string, unknown>>;
  body?: string | null;
  /** The content security policy of a page that the server itself has written. Without it the content is in a sandbox. */
  policy?: string;
}

/**
 * What browsers may do with content that is not the server's: it has no access to the server's origin, its cookies and its
 * storage.
 */
const sandbox = 'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts';

/** Sets headers, in place of those with the same names. */
export function setHeaders(response: Response, headers: OwnResponse['headers']): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
}

/**
 * Sends a response that a route defines, with all its headers; of HEAD without the body.
 * @param file the body, in place of a text
 */
export async function sendOwn(
  response: Response,
  { status, headers, body, policy }: OwnResponse,
  file?: LeavingFile,
): Promise<void> {
  response.statusCode = status ?? 200;
  response.setHeader('cache-control', 'no-store');
  setHeaders(response, headers);
  response.setHeader('content-security-policy', policy ?? sandbox);
  // The policy says who may embed the page.
  if (policy !== undefined) response.removeHeader('x-frame-options');
  if (!file) {
    if (body != null) response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body ?? undefined);
    return;
  }
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-length', file.size);
  if (response.req.method === 'HEAD') response.end();
  // A client that gets fewer bytes than announced knows that they are incomplete.
  else await pipeline(file.open(), response).catch(() => response.destroy());
}

function failure({ code, message, details }: AppError, requestId: string): object {
  return { success: false, error: { code, message, ...(details && { details: details.map(asSent) }), requestId } };
}

function problem({ status, code, message, details }: AppError, requestId: string): object {
  const title = STATUS_CODES[status] ?? code;
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
    ...(details && { details: details.map(asSent) }),
    requestId,
  };
}

/** A violation by the name of what was sent: what is an argument of some mutations is a header here. */
function asSent(detail: ErrorDetail): ErrorDetail {
  return detail.field === 'idempotencyKey' ? { ...detail, field: 'Idempotency-Key' } : detail;
}

function send(response: Response, status: number, contentType: string, body: object, cached = 'no-store'): void {
  sendText(response, status, contentType, JSON.stringify(body), cached);
}

function sendText(response: Response, status: number, contentType: string, text: string, cached: string): void {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', cached);
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
}

const acceptsProblem = /application\/problem\+json(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

function wantsProblem({ headers: { accept } }: Request): boolean {
  return accept !== undefined && acceptsProblem.test(accept);
}

function shownError(error: unknown, metadata: RequestMetadata): AppError {
  const presented = fromHttpError(error) ?? presentError(error, { request: metadata }).originalError;
  return presented instanceof AppError ? presented : new AppError('BAD_REQUEST', (error as Error).message);
}

/** Errors of Express and its body parsers, recognized by their status. */
function fromHttpError(error: unknown): AppError | null {
  if (error instanceof AppError || typeof error !== 'object' || error === null) return null;
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  if (!expose && !(error instanceof URIError && status === 400)) return null;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  if (status === 415)
    return new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The Content-Encoding of the body is not allowed. Send the body without compression.',
    );
  if (status === 404) return new AppError('NOT_FOUND', 'Path not found. See /docs for all routes.');
  return new AppError(
    'BAD_REQUEST',
    'The request is malformed. Check the URL, the JSON body and the Content-Type header.',
  );
}

/** Whether data is a page of a list. */
export function isPage(data: unknown): data is PageOf<unknown> {
  if (typeof data !== 'object' || data === null) return false;
  const { items, pagination } = data as Partial<PageOf<unknown>>;
  return Array.isArray(items) && typeof pagination === 'object';
}
