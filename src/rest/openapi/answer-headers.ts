import { getOperationAST } from 'graphql';
import type { Route } from '../route.js';
import type { RouteKey } from '../route-key.js';
import type { JsonSchema } from './schema-book.js';

/** What decides which headers the answers of a route have, and the requests. */
export interface RouteKind {
  key: RouteKey;
  row: Route;
  /** Whether it answers with a page of a list. */
  isPage: boolean;
  /** Whether a GET of the same path shows what it changes. */
  isReadable: boolean;
  /** Whether it or one of its inputs is deprecated. */
  isDeprecated: boolean;
  /** Whether it is carried out once for an `Idempotency-Key`. */
  isRepeatable: boolean;
}

/** One answer of a route, or of any route (`kind` is null), to which headers may belong. */
export interface Answer {
  status: number;
  kind: RouteKind | null;
}

interface AnswerHeader {
  description: string;
  schema: JsonSchema;
  /** Whether answers of this kind can have it. */
  on(answer: Answer): boolean;
}

const count: JsonSchema = { type: 'integer', minimum: 0 };
const text: JsonSchema = { type: 'string' };
// Requests are counted when their caller is known and the body was read.
const isCounted = ({ status }: Answer) => status < 400 || [400, 403, 404, 409, 412, 429].includes(status);
const isRedirect = ({ status }: Answer) => status === 302 || status === 303;
const isSuccess = (answer: Answer) => answer.status < 300 || isRedirect(answer);
const saysOffset = ({ status, kind }: Answer) => status < 300 && kind?.row.tus === true && kind.key.method !== 'DELETE';

/**
 * Every header of an answer that a client can use, and the answers that can have it: the only place where the document
 * learns of one.
 */
export const answerHeaders: Readonly<Record<string, AnswerHeader>> = {
  'X-Request-Id': {
    description: 'The ID of the request: the one that was sent in `X-Request-Id`, or a new one. It is in the log too.',
    schema: text,
    on: () => true,
  },
  'Server-Timing': {
    description: 'How long the server took until it began to send, in milliseconds: `total;dur=12`.',
    schema: text,
    on: () => true,
  },
  RateLimit: {
    description: 'The requests that are left (`r`), and the seconds until the window ends (`t`).',
    schema: text,
    on: isCounted,
  },
  'RateLimit-Policy': {
    description: 'The requests in a window (`q`), and its length in seconds (`w`).',
    schema: text,
    on: isCounted,
  },
  'RateLimit-Limit': {
    description: 'The number of requests that are allowed per minute.',
    schema: count,
    on: isCounted,
  },
  'RateLimit-Remaining': {
    description: 'The number of requests that are left in this minute.',
    schema: count,
    on: isCounted,
  },
  'RateLimit-Reset': {
    description: 'The number of seconds until all requests are allowed again.',
    schema: count,
    on: isCounted,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before a retry.',
    schema: count,
    on: ({ status }) => status === 429 || status === 503,
  },
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` if a credential was sent that is not valid.',
    schema: text,
    on: ({ status }) => status === 401,
  },
  'Set-Cookie': {
    description:
      'The refresh token as the HttpOnly cookie `wa_refresh`, empty when the session has ended; and `wa_device`, by which logins from this browser are recognized. Of logins by a provider: cookies that bind them to this browser.',
    schema: text,
    on: (answer) => isSuccess(answer) && answer.kind?.row.setsCookies === true,
  },
  'Content-Disposition': {
    description: 'The name under which browsers store the file.',
    schema: text,
    on: (answer) => isSuccess(answer) && sendsFile(answer.kind),
  },
  'Content-Security-Policy': {
    description: 'Nothing of the content runs where it is shown.',
    schema: text,
    on: (answer) => isRedirect(answer) || (isSuccess(answer) && answer.kind?.row.bytes !== undefined),
  },
  'Accept-Ranges': {
    description: '`bytes`: a part of the content can be requested by `Range`.',
    schema: text,
    on: (answer) => isSuccess(answer) && answer.kind?.row.bytes !== undefined,
  },
  'Content-Range': {
    description: 'Which bytes of the content these are, and how many it has.',
    schema: text,
    on: (answer) => isSuccess(answer) && answer.kind?.row.bytes !== undefined,
  },
  ETag: {
    description: 'The strong tag of the content, for `If-None-Match` and, where it is accepted, `If-Match`.',
    schema: text,
    on: ({ status, kind }) => status === 412 || (kind !== null && (showsRecord(kind) || changesRecord(kind))),
  },
  'Cache-Control': {
    description: 'For how many seconds the content may be cached.',
    schema: text,
    on: ({ kind }) => kind?.row.publicFor !== undefined,
  },
  Link: {
    description:
      'The URLs of the pages `first`, `prev`, `next` and `last` of the list, where they exist (RFC 8288); with the relation `deprecation` that of the documentation of what is deprecated.',
    schema: text,
    on: ({ kind }) => kind?.isPage === true || kind?.isDeprecated === true,
  },
  Location: {
    description: 'The URL of the new record; absent if it cannot be requested. Of a redirect: where the browser goes.',
    schema: text,
    on: (answer) => answer.status === 201 || isRedirect(answer),
  },
  'Upload-Offset': {
    description: 'How many bytes of the file are stored: the next part begins behind them.',
    schema: count,
    on: saysOffset,
  },
  'Upload-Length': {
    description: 'The number of bytes of the whole file.',
    schema: count,
    on: saysOffset,
  },
  'Upload-Expires': {
    description: 'When the upload is deleted unless a further part arrives. Absent once the file is complete.',
    schema: text,
    on: saysOffset,
  },
  'Tus-Resumable': {
    description: 'The version of the tus protocol.',
    schema: text,
    on: (answer) => isSuccess(answer) && answer.kind?.row.tus === true,
  },
  'X-Cursor': {
    description:
      'The position of the commit in `workspaceChanged`: changes after it were committed later. Absent if nothing was written.',
    schema: text,
    on: (answer) => isSuccess(answer) && answer.kind !== null && writesInWorkspace(answer.kind),
  },
  'X-Ignored-Parameters': {
    description: 'The query parameters that were sent but do not exist, separated by commas.',
    schema: text,
    on: ({ kind }) => kind?.key.method === 'GET',
  },
  'X-Filter-Cost': {
    description:
      'What the filters of the list cost at most: `indexed` if an index finds the rows, `scan` if each row that the list has without them may be read. Absent without filters.',
    schema: { type: 'string', enum: ['indexed', 'scan'] },
    on: (answer) => isSuccess(answer) && answer.kind !== null && hasFilter(answer.kind),
  },
  'Preference-Applied': {
    description: '`handling=strict` or `handling=lenient`, as sent in `Prefer`.',
    schema: text,
    on: ({ kind }) => kind?.key.method === 'GET',
  },
  Deprecation: {
    description: 'Since when what the request uses is deprecated, in seconds since 1970: `@1796083200` (RFC 9745).',
    schema: text,
    on: ({ kind }) => kind?.isDeprecated === true,
  },
  Sunset: {
    description: 'The time from which on what the request uses may be missing (RFC 8594).',
    schema: text,
    on: ({ kind }) => kind?.isDeprecated === true,
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: text,
    on: ({ kind }) => kind?.isRepeatable === true,
  },
};

/** `components.headers`. */
export function headerComponents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answerHeaders).map(([name, { description, schema }]) => [name, { description, schema }]),
  );
}

/** References to the headers of an answer, by name. */
export function headersOf(answer: Answer): Record<string, object> {
  const names = Object.keys(answerHeaders).filter((name) => answerHeaders[name]?.on(answer));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether it answers with a file. */
function sendsFile(kind: RouteKind | null): boolean {
  return kind?.row.text !== undefined || kind?.row.bytes !== undefined;
}

/** Whether it answers with JSON or bytes that has an `ETag`, so that it can also answer 304. */
export function showsRecord({ key, row, isPage }: RouteKind): boolean {
  return key.method === 'GET' && !isPage && !row.text && !row.plain && !row.rawBody;
}

/** Whether it is a list that takes a `filter`. */
function hasFilter({ row, isPage }: RouteKind): boolean {
  const { variableDefinitions = [] } = getOperationAST(row.operation) ?? {};
  return isPage && variableDefinitions.some(({ variable }) => variable.name.value === 'filter');
}

/** Whether it changes something in a workspace. */
function writesInWorkspace({ key, row }: RouteKind): boolean {
  return key.params.includes('workspaceId') && getOperationAST(row.operation)?.operation === 'mutation';
}

/** Whether it changes what a GET of its path shows, and accepts that as its body. */
export function changesRecord({ key, row, isReadable }: RouteKind): boolean {
  return isReadable && !row.rawBody && (key.method === 'PATCH' || key.method === 'PUT');
}

/** The headers that a request may have because of how it is answered. */
export function conditionParameters(kind: RouteKind): object[] {
  const ofRecord = 'The `ETag` that you have. If it is still the current one, the answer is 304.';
  const ofBytes = 'One range of bytes: `bytes=0-1023`.';
  const ofRange = 'The `ETag` of the bytes that you have. If it is no longer the current one, all bytes are sent.';
  const ofPage = 'With `handling=strict` a parameter that the list does not have fails with 400.';
  return [
    ...(showsRecord(kind) ? [parameter('If-None-Match', ofRecord)] : []),
    ...(kind.row.bytes ? [parameter('Range', ofBytes), parameter('If-Range', ofRange)] : []),
    ...(kind.key.method === 'GET' && kind.isPage ? [parameter('Prefer', ofPage)] : []),
  ];
}

function parameter(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
