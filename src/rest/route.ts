import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** A REST request as far as routes may look at it. */
export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: unknown;
}

/** Every variable of the operation by name; values are checked against the schema when the operation runs. */
export type RouteVariables<Variables> = { [Name in keyof Variables]?: unknown };

/** One documented path: the operation it stands for and how the two fit. No route has logic of its own. */
export interface Route<Result = unknown, Variables = Record<string, unknown>> {
  operation: TypedDocumentNode<Result, Variables>;
  /** One line for the API's documentation. */
  summary: string;
  /** More for the documentation, in Markdown. */
  description?: string;
  /**
   * How the request becomes variables. Left out: path parameters and query parameters by name, the body as `input`;
   * only variables that the operation declares are taken.
   */
  variables?: (request: RestRequest) => RouteVariables<Variables>;
  /** The part of the result that becomes `data`. A page (`items` and `pagination`) becomes a list envelope. */
  data: (result: Result) => unknown;
  /** Of a success: 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  /** Largest body in bytes: 1 MiB unless said otherwise. */
  maxBody?: number;
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
