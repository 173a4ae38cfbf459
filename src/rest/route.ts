import type { IncomingHttpHeaders } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** A REST request as far as rows may look at it. */
export interface RestRequest {
  /** Path parameters, decoded. */
  params: Record<string, string>;
  /** Query parameters; those that share a variable's name are already of its type where their text allows it. */
  query: Record<string, unknown>;
  /** By lower-case name. */
  headers: IncomingHttpHeaders;
  /** The JSON object that was sent; empty where there was no body. */
  body: Record<string, unknown>;
  /** The body as it came, for signatures: UTF-8, its bytes are those that were sent. */
  rawBody: string;
  /** On routes with `rawBody`: the body as it came; in base64 where it is no text that can be handed on as such. */
  raw: RawBody;
}

/** A body that nobody has looked into yet. */
export interface RawBody {
  text: string;
  base64: boolean;
}

/** Every variable of the operation by name; values are checked against the schema when the operation runs. */
export type RouteVariables<Variables> = { [Name in keyof Variables]?: unknown };

export type SuccessStatus = 200 | 201 | 202;

/** One documented path: the operation it stands for and how the two fit. No row has logic of its own. */
export interface Route<Result = unknown, Variables = Record<string, unknown>> {
  operation: TypedDocumentNode<Result, Variables>;
  /** One line for the API's documentation. */
  summary: string;
  /** More for the documentation, in Markdown. */
  description?: string;
  /**
   * How the request becomes variables. Left out: path parameters and query parameters by name, the body as `input`;
   * only variables that the operation declares are taken. What this returns goes over that rule, name by name.
   * It is also called once at start with a recording request, to document where each variable comes from.
   */
  variables?: (request: RestRequest) => RouteVariables<Variables>;
  /**
   * The part of the result that becomes `data`. A page (`items` and `pagination`) becomes a list envelope; null in
   * answer to a GET becomes 404.
   */
  data: (result: Result) => unknown;
  /** True where fields of `data` that are null are left out. */
  withoutNulls?: true;
  /** Of a success: 200 unless said otherwise. */
  status?: SuccessStatus | { oneOf: readonly SuccessStatus[]; choose: (result: Result) => SuccessStatus };
  /**
   * True where the operation reads the body itself: nothing is parsed here, and what is wrong with it is told by the
   * operation, in its own order. Only its size is checked.
   */
  rawBody?: true;
  /** Largest body in bytes: 1 MiB unless said otherwise. */
  maxBody?: number;
  /**
   * Of a GET that answers with a text of any length in place of JSON: `data` gives a part of it (`text`), and in `next`
   * what the variable `after` is to be for the one that follows.
   */
  text?: { type: string; filename: string };
  /** The media type of a success that is a short text in place of JSON: `data` gives it. */
  plain?: string;
  /**
   * Of a POST whose body is CSV of any length: the operation runs once for each portion of its rows, with `columns` and
   * `rows` in its `input`; query parameters of other names go there too. `data` gives what became of the portion.
   */
  csv?: { rowsAtOnce: number };
  /** Of a GET whose answer is the same for everybody: seconds for which it may be kept. It carries an ETag. */
  publicFor?: number;
  /** For the documentation, where the credential is not the usual bearer: the flow's token in `?token=`. */
  credential?: 'webhookToken';
}

/** Rows by `METHOD /path`; below `/workspaces/:workspaceId` in `workspaceRoutes`, as they stand in `rootRoutes`. */
export type RouteTable = Readonly<Record<string, Route>>;

/** Types one row by its operation. */
export function route<Result, Variables>(row: Route<Result, Variables>): Route {
  return row as unknown as Route;
}

/** Rows whose paths stand below a workspace. */
export function workspaceRoutes(rows: Record<string, Route>): RouteTable {
  return Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key.replace(' ', ' /workspaces/:workspaceId'), row]),
  );
}

/** Rows whose paths stand on their own. */
export function rootRoutes(rows: Record<string, Route>): RouteTable {
  return rows;
}
