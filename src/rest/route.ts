import type { IncomingHttpHeaders } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ErrorCode } from '../platform/errors/error-catalogue.js';
import type { AppError } from '../platform/errors/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { Deprecation } from '../platform/graphql/deprecated.js';
import type { OwnResponse } from './envelope.js';
import type { SentBytes } from './send-bytes.js';

/** The parts of a REST request that routes can read. */
export interface RestRequest {
  /** Path parameters, decoded. */
  params: Record<string, string>;
  /** Query parameters; those with the name of a variable are converted to its type if possible. */
  query: Record<string, unknown>;
  /** The query string as sent, without `?`. */
  rawQuery: string;
  /** The headers by lower-case name. */
  headers: IncomingHttpHeaders;
  /** The JSON object that was sent; empty without a body. */
  body: Record<string, unknown>;
  /** The body as sent, for signatures: its UTF-8 bytes are those that were sent. */
  rawBody: string;
  /** On routes with `rawBody`: the body as sent; in base64 if it is not valid text. */
  raw: RawBody;
}

/** A body that is not parsed. */
export interface RawBody {
  text: string;
  base64: boolean;
}

/** The variables of the operation by name; values are validated against the schema when the operation runs. */
export type RouteVariables<Variables> = { [Name in keyof Variables]?: unknown };

export type SuccessStatus = 200 | 201 | 202;

/** One REST route: its operation, and how requests and results map to it. Routes have no logic of their own. */
export interface Route<Result = unknown, Variables = Record<string, unknown>> {
  operation: TypedDocumentNode<Result, Variables>;
  /** The summary in the documentation. */
  summary: string;
  /** The description in the documentation, in Markdown. */
  description?: string;
  /**
   * Maps the request to variables. Defaults to path and query parameters by name and the body as `input`, for the
   * variables that the operation declares; the result of this function overrides them by name.
   * It is also called once at start with a recorder, to document the source of each variable.
   */
  variables?: (request: RestRequest) => RouteVariables<Variables>;
  /**
   * The part of the result that becomes `data`. A page (`items` and `pagination`) becomes a list envelope; null becomes 404
   * for a GET.
   */
  data: (result: Result) => unknown;
  /**
   * For a change of what a GET of another path shows: that path, with the same parameters. `If-Match` names the `ETag` of
   * that answer.
   */
  recordAt?: string;
  /** Whether null fields of `data` are omitted. Types can declare the same of their fields: `@OmitNull()`. */
  withoutNulls?: true;
  /**
   * The response that the result itself defines, which is sent instead of the envelope; null for none. Without a status, its
   * headers are added to the envelope.
   */
  response?: (result: Result) => OwnResponse | null;
  /** For the documentation: the status of the redirect that `response` makes of every success. */
  redirects?: 302 | 303;
  /** For pages that browsers open: the response that an error of the operation becomes, instead of the envelope. */
  failure?: (error: AppError) => OwnResponse;
  /** For the documentation: the properties of `data` that are never null in the envelope, although their type allows it. */
  neverNull?: readonly string[];
  /** Whether the last path parameter takes all further segments of the path, with the slashes between them. */
  tail?: true;
  /** The status of a success. Defaults to 200. */
  status?: SuccessStatus | StatusByResult<Result>;
  /**
   * Whether the operation reads the body itself: it is not parsed here, and the operation reports its violations. Only its
   * size is checked. `arriving`: the operation reads it from its context while it arrives.
   */
  rawBody?: true | 'arriving';
  /** With `rawBody: true`: bodies of these media types arrive, with a limit in bytes of their own. */
  arriving?: { is: (contentType: string) => boolean; maxBody: number };
  /** Headers that are whole numbers: variables get them as numbers. */
  counts?: readonly string[];
  /** Requests with this header are those of another path, which has the same parameters. */
  elsewhere?: { header: string; path: string };
  /** Whether it is a route of tus, whose answers have headers by `response`: a client that speaks it gets 204 without a body. */
  tus?: true;
  /** The maximum size of a body in bytes. Defaults to 1 MiB. */
  maxBody?: number;
  /**
   * For a GET that streams a text instead of JSON: `data` returns a part of it (`text`), and in `next` the value of the
   * variable `after` for the following part.
   */
  text?: { type: string; filename: string };
  /** For a GET that sends bytes instead of what `data` describes, which it is all the same to conditions and to changes. */
  bytes?: (result: Result, context: GraphContext) => SentBytes;
  /** The media type of a success that is a short text instead of JSON; `data` returns the text. */
  plain?: string;
  /** For the documentation of a route with `rawBody`: the media types that its operation accepts, the first one for its example. */
  accepts?: readonly string[];
  /** For a GET with the same response for all callers: the seconds for which it may be cached. It carries an ETag. */
  publicFor?: number;
  /**
   * For the documentation of routes without a bearer credential: the token in `?token=`, or the refresh cookie; `session`
   * is the cookie or an access token.
   */
  credential?: 'webhookToken' | 'refreshCookie' | 'session';
  /** For the documentation: a request that succeeds. A test sends it as it stands, see `tests/contract/examples`. */
  example?: RouteExample;
  /** For the documentation: codes with which the operation itself fails, besides those that routes of its kind share. */
  fails?: readonly ErrorCode[];
  /** Answers say since when, until when, and where that is documented. A field that `data` shows can be deprecated instead. */
  deprecated?: Deprecation;
  /** False if flows cannot call it by `workspace.request`, although API keys may. See `notInFlows` for capabilities. */
  inFlows?: false;
  /** For the documentation: whether a success sets cookies. */
  setsCookies?: true;
}

/** The parts of a request. IDs are those of `exampleId`; path parameters that are IDs need no example. */
export interface RouteExample {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or the text of a body that is not parsed. */
  body?: unknown;
  /** The fields of a form, instead of a body. */
  form?: Readonly<Record<string, string>>;
}

/** For a route whose success has several statuses. */
export interface StatusByResult<Result> {
  oneOf: readonly SuccessStatus[];
  choose: (result: Result) => SuccessStatus;
  /** What becomes `data` with a status, where it differs from `data` of the route. */
  data?: { readonly [Status in SuccessStatus]?: (result: Result) => unknown };
}

/** Routes by `METHOD /path`; `workspaceRoutes` adds the prefix `/workspaces/:workspaceId`, `rootRoutes` adds none. */
export type RouteTable = Readonly<Record<string, Route>>;

/** Types a route by its operation. */
export function route<Result, Variables>(row: Route<Result, Variables>): Route {
  return row as unknown as Route;
}

/** What a route takes from a result that has a status. */
export function dataOf({ status, data }: Route, chosen: SuccessStatus): Route['data'] {
  return (typeof status === 'object' && status.data?.[chosen]) || data;
}

/** Routes with paths below a workspace. */
export function workspaceRoutes(rows: Record<string, Route>): RouteTable {
  return Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key.replace(' ', ` ${workspacePath}`), belowWorkspace(row)]),
  );
}

function belowWorkspace(row: Route): Route {
  const { recordAt, elsewhere } = row;
  return {
    ...row,
    ...(recordAt && { recordAt: `${workspacePath}${recordAt}` }),
    ...(elsewhere && { elsewhere: { ...elsewhere, path: `${workspacePath}${elsewhere.path}` } }),
  };
}

export const workspacePath = '/workspaces/:workspaceId';

/** Routes with absolute paths. */
export function rootRoutes(rows: Record<string, Route>): RouteTable {
  return rows;
}

/** The routes of several tables. @throws Error if two have the same key */
export function joinTables(tables: readonly RouteTable[]): RouteTable {
  const rows = tables.flatMap((table) => Object.entries(table));
  const keys = rows.map(([key]) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice) throw new Error(`Route "${twice}": A route with this method and path already exists.`);
  return Object.fromEntries(rows);
}
