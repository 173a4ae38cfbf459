import type { ErrorCode } from './generated/operations.js';

/** One violation: the field, the rule, and what is accepted. */
export interface ErrorDetail {
  field?: string;
  rule?: string;
  message: string;
  [fact: string]: unknown;
}

interface Facts {
  code: string;
  message: string;
  status: number;
  details?: ErrorDetail[] | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  etag?: string | undefined;
}

/** An error that the server answered. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The error code; `HTTP_502` for an answer that is not from the API, for example of a proxy. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status. */
  readonly status: number;
  /** All violations. */
  readonly details: ErrorDetail[];
  /** The ID of the request, which is also in the log of the server; empty if there is none. */
  readonly requestId: string;
  /** Seconds after which the server accepts the request again. */
  readonly retryAfter: number | undefined;
  /** With `PRECONDITION_FAILED`: the current tag of the record. */
  readonly etag: string | undefined;

  constructor({ code, message, status, details = [], requestId = '', retryAfter, etag }: Facts) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.etag = etag;
  }
}

/** No answer was received: the connection failed or took too long. `cause` is the reason. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** A webhook that was not sent by the server, or was changed, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
}

/** The error of an answer with an error status. @param text its body */
export function errorOfAnswer({ status, statusText, headers }: Response, text: string): ApiError {
  const { error } = (parse(text) ?? {}) as { error?: Partial<Facts> };
  const isOurs = typeof error?.code === 'string' && typeof error.message === 'string';
  const { code, message, details } = isOurs
    ? (error as Facts)
    : { code: `HTTP_${status}`, message: `The server answered ${status} ${statusText}.`, details: [] };
  const requestId = error?.requestId ?? headers.get('x-request-id') ?? '';
  return new ApiError({
    code,
    message,
    status,
    details,
    requestId,
    retryAfter: secondsIn(headers.get('retry-after')),
    etag: headers.get('etag') ?? undefined,
  });
}

/** @param value of `Retry-After`: seconds, or a date */
function secondsIn(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
