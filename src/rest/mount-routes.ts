import type { Request, RequestHandler, Response } from 'express';
import type { DocumentNode } from 'graphql';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import { runOnce } from '../platform/idempotency/run-once.js';
import { sendData, sendError, sendPlain, sendPublic } from './envelope.js';
import { HashedBody } from './hashed-body.js';
import { type CsvBatch, readCsv } from './read-csv.js';
import { noBody, type ParseJson, type RequestBody, readBody, readRaw } from './request-body.js';
import { nameRoute } from './request-metadata.js';
import { createVariableReader, takesBody, type VariableReader } from './request-variables.js';
import type { Route, RouteTable } from './route.js';
import { parseRouteKey } from './route-key.js';
import { RouteTree } from './route-tree.js';
import { streamText, type TextPart } from './stream-text.js';

export interface MountOptions {
  tables: readonly RouteTable[];
  /** @throws Error for a document that does not match the schema */
  prepare: (document: DocumentNode) => PreparedOperation;
  /** The context of a request. An invalid credential is kept in it, because only the operation decides if it is needed. */
  createContext: (request: Request, response: Response) => Promise<GraphContext>;
  /** Parses bodies. Defaults to JSON.parse. */
  parse?: ParseJson | undefined;
}

/** A route, prepared to handle requests. */
interface Endpoint {
  /** The pattern, with the names of the parameters. */
  path: string;
  row: Route;
  operation: PreparedOperation;
  readVariables: VariableReader;
  isRead: boolean;
  /** The maximum in bytes; null if no body is read. */
  maxBody: number | null;
  takesBody: boolean;
}

const mebibyte = 1024 * 1024;

/**
 * Serves all routes and responds with 404 or 405 to other requests, so it must be mounted last and after `nameRequests`.
 * Checks run in this order: credential, session, workspace, capability, ID, body. Only a body over its limit is rejected
 * before them.
 * @throws Error at start, with the key of the route, if an operation does not match the schema or its route
 */
export function mountRoutes({ tables, prepare, createContext, parse }: MountOptions): RequestHandler {
  const tree = buildTree(tables, prepare);
  return (request, response) => {
    const { url, method } = request;
    const queryStart = url.indexOf('?');
    const match = tree.find(queryStart < 0 ? url : url.slice(0, queryStart));
    if (!match) {
      sendError(request, response, unknownRoute());
      return;
    }
    const endpoint = match.byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!endpoint) {
      refuseMethod(request, response, [...match.byMethod.keys()]);
      return;
    }
    const query = queryStart < 0 ? '' : url.slice(queryStart + 1);
    answer(endpoint, match.values, query, request, response, { createContext, parse }).catch((error: unknown) =>
      sendError(request, response, error),
    );
  };
}

async function answer(
  endpoint: Endpoint,
  values: string[],
  query: string,
  request: Request,
  response: Response,
  { createContext, parse }: Pick<MountOptions, 'createContext' | 'parse'>,
): Promise<void> {
  const { path, row, operation, maxBody } = endpoint;
  nameRoute(response, path);
  if (row.csv) {
    await importCsv(endpoint, row.csv, values, query, request, response, createContext);
    return;
  }
  const { headers } = request;
  const context = await createContext(request, response);
  if (context.violation && !operation.isPublic) {
    // Nothing of the body is read.
    await operation.authorize(context, endpoint.readVariables({ values, query, headers, body: {}, rawBody: '' }));
  }
  const body = maxBody === null ? noBody : await readBodyOf(request, row.rawBody === true, maxBody, parse);
  const variables = endpoint.readVariables({
    values,
    query,
    headers,
    body: body.value,
    rawBody: body.raw,
    base64: 'base64' in body && body.base64 === true,
  });
  const violation = bodyViolation(endpoint, body);
  if (violation) {
    await operation.authorize(context, variables);
    throw violation;
  }
  if (row.text) {
    await streamText(response, row.text, async (after) => {
      // Each part is a response of its own with its own limits.
      const part =
        after === null
          ? await operation.run(context.fork(), variables)
          : await operation.run(context.forkForPart(), { ...variables, after });
      if (part.errors?.length) throw part.errors[0];
      return row.data(part.data) as TextPart;
    });
    return;
  }
  context.once.request = repeatable(endpoint, request, body.raw);
  const result = await operation.run(context, variables);
  if (result.errors?.length) throw result.errors[0];
  const found = row.data(result.data);
  const data = row.withoutNulls ? withoutNulls(found as object) : found;
  if (endpoint.isRead && (data === null || data === undefined)) throw recordNotFound();
  if (row.plain) sendPlain(response, row.plain, String(data));
  else if (row.publicFor !== undefined) sendPublic(request, response, data, row.publicFor);
  else sendData(response, statusOfSuccess(row, result.data), data);
}

/** The key with which a client may send the request again. Some operations read it themselves. */
function repeatable({ isRead, operation }: Endpoint, { url, method, headers }: Request, body: string) {
  const key = headers['idempotency-key'];
  if (isRead || typeof key !== 'string' || 'idempotencyKey' in operation.variables) return undefined;
  const [path = '', query = ''] = url.split('?', 2);
  return { key, route: `${method} ${path}`, body: JSON.stringify([query, body]) };
}

function readBodyOf(request: Request, raw: boolean, maxBody: number, parse?: ParseJson): Promise<RequestBody> {
  return raw ? readRaw(request, maxBody) : readBody(request, maxBody, parse);
}

/** The access rules of the operation are checked before the first byte is read. */
async function importCsv(
  endpoint: Endpoint,
  csv: NonNullable<Route['csv']>,
  values: string[],
  query: string,
  request: Request,
  response: Response,
  createContext: MountOptions['createContext'],
): Promise<void> {
  const { operation, readVariables, row } = endpoint;
  const { headers } = request;
  const variables = readVariables({ values, query, headers, body: {}, rawBody: '' });
  const context = await createContext(request, response);
  await operation.authorize(context, variables);
  const options = Object.fromEntries(new URLSearchParams(query));
  const body = new HashedBody(request);
  const store = () =>
    readCsv(body, csv, async (columns, rows) => {
      // A new context for each batch, so that nothing is kept.
      const batch = await createContext(request, response);
      const part = await operation.run(batch, { ...variables, input: { ...options, columns, rows } });
      if (part.errors?.length) throw part.errors[0];
      return row.data(part.data) as CsvBatch;
    });
  const asked = repeatable(endpoint, request, '');
  const once = asked && {
    ...{ ...asked, workspaceId: String(variables.workspaceId), authorize: async () => undefined },
    body: async () => `${asked.body} ${await body.hash()}`,
  };
  sendData(response, 200, once ? await runOnce(context, once, store, () => true) : await store());
}

function bodyViolation(endpoint: Endpoint, body: RequestBody): AppError | null {
  if (body.violation || endpoint.takesBody || body === noBody) return body.violation;
  const unknown = Object.keys(body.value);
  return unknown.length === 0
    ? null
    : validationFailed(
        unknown.map((field) => ({ field, message: `${field} is not allowed. This route accepts no body.` })),
      );
}

function statusOfSuccess({ status = 200 }: Route, result: unknown): number {
  return typeof status === 'number' ? status : status.choose(result);
}

function buildTree(tables: readonly RouteTable[], prepare: MountOptions['prepare']): RouteTree<Endpoint> {
  const tree = new RouteTree<Endpoint>();
  for (const [text, row] of tables.flatMap((table) => Object.entries(table))) {
    const key = parseRouteKey(text);
    try {
      const operation = prepare(row.operation);
      tree.add(key, {
        path: key.path,
        row,
        operation,
        readVariables: createVariableReader(row, key, operation.variables),
        isRead: key.method === 'GET',
        maxBody: key.hasBody ? (row.maxBody ?? mebibyte) : null,
        takesBody: takesBody(row, key, operation.variables),
      });
    } catch (error) {
      throw new Error(`Route "${text}": ${(error as Error).message}`, { cause: error });
    }
  }
  return tree;
}

function refuseMethod(request: Request, response: Response, known: string[]): void {
  const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  response.setHeader('allow', allowed);
  if (request.method === 'OPTIONS') {
    response.statusCode = 204;
    response.end();
    return;
  }
  const message = `${request.method} is not allowed on this path. Allowed methods: ${allowed}.`;
  sendError(request, response, new AppError('METHOD_NOT_ALLOWED', message));
}

function unknownRoute(): AppError {
  return new AppError('NOT_FOUND', 'Path not found. See /docs for all routes.');
}

function recordNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Record not found. It does not exist, or you do not have access to it.');
}

function withoutNulls(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
