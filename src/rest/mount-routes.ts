import type { Request, RequestHandler, Response } from 'express';
import type { DocumentNode } from 'graphql';
import { AppError, validationFailed } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import { sendData, sendError, sendPlain, sendPublic } from './envelope.js';
import { type CsvPortion, readCsv } from './read-csv.js';
import { noBody, type RequestBody, readBody, readRaw } from './request-body.js';
import { nameRoute } from './request-metadata.js';
import { createVariableReader, takesBody, type VariableReader } from './request-variables.js';
import type { Route, RouteTable } from './route.js';
import { parseRouteKey } from './route-key.js';
import { RouteTree } from './route-tree.js';
import { streamText, type TextPart } from './stream-text.js';

export interface MountOptions {
  tables: readonly RouteTable[];
  /** @throws Error where the document does not fit the schema. */
  prepare: (document: DocumentNode) => PreparedOperation;
  /** A request's surroundings. A bad credential is kept in them: the operation says whether it matters. */
  createContext: (request: Request, response: Response) => Promise<GraphContext>;
}

/** A row that is ready to answer. */
interface Endpoint {
  /** With its parameters' names. */
  path: string;
  row: Route;
  operation: PreparedOperation;
  readVariables: VariableReader;
  isRead: boolean;
  /** In bytes; null where no body is read. */
  maxBody: number | null;
  takesBody: boolean;
}

const mebibyte = 1024 * 1024;

/**
 * Serves every row, and answers 404 and 405 for the rest: mount it last. `nameRequests` must stand before it.
 * Checks come in this order: credential, session, workspace, capability, id, body; only a body over its limit is
 * refused at once.
 * @throws Error at start, with the row's key, where an operation does not fit the schema or its row
 */
export function mountRoutes({ tables, prepare, createContext }: MountOptions): RequestHandler {
  const tree = buildTree(tables, prepare);
  return (request, response) => {
    const { url, method } = request;
    const mark = url.indexOf('?');
    const match = tree.find(mark < 0 ? url : url.slice(0, mark));
    if (!match) {
      sendError(request, response, unknownRoute());
      return;
    }
    const endpoint = match.byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!endpoint) {
      refuseMethod(request, response, [...match.byMethod.keys()]);
      return;
    }
    const query = mark < 0 ? '' : url.slice(mark + 1);
    answer(endpoint, match.values, query, request, response, createContext).catch((error: unknown) =>
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
  createContext: MountOptions['createContext'],
): Promise<void> {
  const { path, row, operation, maxBody } = endpoint;
  nameRoute(response, path);
  if (row.csv) {
    await importCsv(endpoint, row.csv, values, query, request, response, createContext);
    return;
  }
  const [context, body] =
    maxBody === null
      ? [await createContext(request, response), noBody]
      : await Promise.all([createContext(request, response), (row.rawBody ? readRaw : readBody)(request, maxBody)]);
  const { headers } = request;
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
      // Each part is an answer of its own: what the one before it held is gone.
      const part =
        after === null
          ? await operation.run(context.fork(), variables)
          : await operation.run(context.forkForPart(), { ...variables, after });
      if (part.errors?.length) throw part.errors[0];
      return row.data(part.data) as TextPart;
    });
    return;
  }
  const result = await operation.run(context, variables);
  if (result.errors?.length) throw result.errors[0];
  const whole = row.data(result.data);
  const data = row.withoutNulls ? withoutNulls(whole as object) : whole;
  if (endpoint.isRead && (data === null || data === undefined)) throw nothingThere();
  if (row.plain) sendPlain(response, row.plain, String(data));
  else if (row.publicFor !== undefined) sendPublic(request, response, data, row.publicFor);
  else sendData(response, statusOfSuccess(row, result.data), data);
}

/** The operation's own rules are asked before the first byte is read. */
async function importCsv(
  { row, operation, readVariables }: Endpoint,
  csv: NonNullable<Route['csv']>,
  values: string[],
  query: string,
  request: Request,
  response: Response,
  createContext: MountOptions['createContext'],
): Promise<void> {
  const { headers } = request;
  const variables = readVariables({ values, query, headers, body: {}, rawBody: '' });
  await operation.authorize(await createContext(request, response), variables);
  const options = Object.fromEntries(new URLSearchParams(query));
  const outcome = await readCsv(request, csv, async (columns, rows) => {
    // Fresh surroundings for each portion: nothing of it is kept.
    const context = await createContext(request, response);
    const part = await operation.run(context, { ...variables, input: { ...options, columns, rows } });
    if (part.errors?.length) throw part.errors[0];
    return row.data(part.data) as CsvPortion;
  });
  sendData(response, 200, outcome);
}

function bodyViolation(endpoint: Endpoint, body: RequestBody): AppError | null {
  if (body.violation || endpoint.takesBody || body === noBody) return body.violation;
  const unknown = Object.keys(body.value);
  return unknown.length === 0
    ? null
    : validationFailed(
        unknown.map((field) => ({ field, message: `${field} is not a field here. This route takes no body.` })),
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
  const message = `${request.method} is not possible here. This address knows: ${allowed}.`;
  sendError(request, response, new AppError('METHOD_NOT_ALLOWED', message));
}

function unknownRoute(): AppError {
  return new AppError('NOT_FOUND', 'There is no such route. /docs lists all of them.');
}

function nothingThere(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address. Check the ids in it.');
}

function withoutNulls(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
