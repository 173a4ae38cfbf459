import type { ErrorRequestHandler, Request, Response, Router } from 'express';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { type AppError, toAppError, validationFailed } from '../platform/errors/errors.js';
import { parsed } from '../platform/graphql/answer.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import type { Pagination } from '../platform/graphql/page.js';
import { arrivingBody } from './arriving-body.js';
import { recordNotFound } from './call-route.js';
import { addCurrentTag, prepareWrite, tagAfter, type Write } from './conditional-write.js';
import { type DataText, envelopeText, paginationOf, textOfData } from './data-text.js';
import { type Endpoint, type Endpoints, prepareEndpoints, tagOf } from './endpoint.js';
import { isPage, sendData, sendError, sendOwn, sendPlain, sendTagged, setHeaders } from './envelope.js';
import { reportIgnored } from './ignored-parameters.js';
import { type MountedRoute, moduleRouters } from './module-routers.js';
import { reportDeprecation } from './openapi/deprecation.js';
import { pageLinks } from './page-links.js';
import { unknownRoute } from './refuse-request.js';
import { hasBody, noBody, type ParseJson, type RequestBody, readBody, readRaw } from './request-body.js';
import { nameRoute } from './request-metadata.js';
import type { RequestParts } from './request-variables.js';
import { dataOf, type Route, type RouteTable, type SuccessStatus } from './route.js';
import { sendBytes } from './send-bytes.js';
import { similarRoute } from './similar-route.js';
import { streamText, type TextPart } from './stream-text.js';
import { withoutNulls } from './without-nulls.js';

export interface MountOptions {
  /** Those of each module. */
  tables: readonly RouteTable[];
  schema: GraphQLSchema;
  /** @throws Error for a document that does not match the schema */
  prepare: (document: DocumentNode) => PreparedOperation;
  /** The context of a request. An invalid credential is kept in it, because only the operation decides if it is needed. */
  createContext: (request: Request, response: Response) => Promise<GraphContext>;
  /** Parses bodies. Defaults to JSON.parse. */
  parse?: ParseJson | undefined;
  /** The URL of the server, without a slash at the end, for links. */
  publicUrl: string;
}

/**
 * Serves all routes and responds with 404 or 405 to other requests, so it must be mounted last and after `nameRequests`.
 * Checks run in this order: credential, session, workspace, capability, ID, body. Only a body over its limit is rejected
 * before them.
 * @throws Error at start, with the key of the route, if an operation does not match the schema or its route
 */
export function mountRoutes({ tables, schema, prepare, createContext, parse, publicUrl }: MountOptions): Router {
  const { modules, getterOf, locations } = prepareEndpoints(tables, schema, prepare);
  const server = { createContext, parse, publicUrl, locations };
  const all = modules.flat();
  const knownOf = (endpoint: Endpoint) => {
    const { key, row } = endpoint;
    const reader = getterOf(row.recordAt?.slice(1).split('/') ?? key.segments);
    return { endpoint, reader: reader?.isRead ? reader : undefined };
  };
  const mounted = (endpoint: Endpoint): MountedRoute => {
    const { key, row } = endpoint;
    const known = knownOf(endpoint);
    const { elsewhere } = row;
    const other = all.find((one) => one.key.path === elsewhere?.path && one.key.method === key.method);
    if (elsewhere && !other) throw new Error(`There is no ${key.method} ${elsewhere.path}.`);
    const chosen = (request: Request) =>
      elsewhere && other && request.headers[elsewhere.header] !== undefined ? knownOf(other) : known;
    return {
      key,
      hasTail: row.tail === true,
      answer: (values, request, response) => {
        const at = request.url.indexOf('?');
        const query = at < 0 ? '' : request.url.slice(at + 1);
        return answer({ ...chosen(request), values, query, request, response }, server);
      },
    };
  };
  const routes = moduleRouters(modules.map((endpoints) => endpoints.map(mounted)));
  const keys = all.map(({ key }) => key);
  routes.use((request, response) => sendError(request, response, unknownRoute(similarRoute(request.path, keys))));
  routes.use(undecodable);
  return routes;
}

/** A path that cannot be decoded is that of no route. */
const undecodable: ErrorRequestHandler = (error, request, response, next) => {
  if (error instanceof URIError && 'status' in error) sendError(request, response, unknownRoute());
  else next(error);
};

/** A request, and the route that answers it. */
interface Call {
  endpoint: Endpoint;
  /** The route that gets what is at the same path. */
  reader: Endpoint | undefined;
  values: string[];
  query: string;
  request: Request;
  response: Response;
}

/** What all requests share. */
type Shared = Pick<MountOptions, 'createContext' | 'parse' | 'publicUrl'> & Pick<Endpoints, 'locations'>;

async function answer(call: Call, shared: Shared): Promise<void> {
  const { endpoint, values, query, request, response } = call;
  const { row, operation, maxBody } = endpoint;
  nameRoute(response, endpoint.key.path);
  reportDeprecation(endpoint.deprecations, { query }, shared.publicUrl, response);
  const { headers } = request;
  const context = await shared.createContext(request, response);
  if (context.violation && !operation.isPublic) {
    // Nothing of the body is read.
    await operation.authorize(context, endpoint.readVariables({ values, query, headers, body: {}, rawBody: '' }));
  }
  const arriving = arrivingAtMost(endpoint, request);
  if (arriving !== null) context.body = arrivingBody(request, arriving);
  const body =
    maxBody === null || arriving !== null
      ? noBody
      : await readBodyOf(request, row.rawBody === true, maxBody, shared.parse);
  reportDeprecation(endpoint.deprecations, { query, body: body.value }, shared.publicUrl, response);
  const base64 = 'base64' in body && body.base64 === true;
  const parts = { values, query, headers, body: body.value, rawBody: body.raw, base64 };
  const sent = endpoint.readVariables(parts);
  const violation = bodyViolation(endpoint, body);
  if (violation) {
    await operation.authorize(context, sent);
    throw violation;
  }
  const ignored = reportIgnored(endpoint.parameters, query, headers, response);
  const write = writeOf(call, context, parts);
  const prepare = async () => {
    const { variables, violations } = write ? await prepareWrite(write, sent) : { variables: sent, violations: [] };
    const known = [...ignored, ...violations, ...operation.convertedValues(variables)];
    if (known.length > 0) await operation.refuse(context, variables, known);
    return variables;
  };
  if (row.text) {
    const variables = await prepare();
    await streamText(request, response, row.text, (after) => readPart(endpoint, context, variables, after));
    return;
  }
  context.once.request = repeatable(endpoint, request, body.raw);
  // A repeat gets its first answer although the record has changed since: by the request itself.
  const printed = await operation.print(context, sent, prepare);
  if (printed.errors?.length) {
    if (write) await addCurrentTag(write, printed.errors[0]);
    const shown = row.failure && toAppError(printed.errors[0]);
    if (row.failure && shown) return sendOwn(response, row.failure(shown));
    throw printed.errors[0];
  }
  reportExtensions(call, printed);
  const text = endpoint.printedData?.(printed.printed);
  if (text) return sendRead(call, shared, text);
  const result = parsed(printed);
  const own = row.response?.(result.data);
  if (typeof own?.status === 'number') return sendOwn(response, own, context.file);
  if (own) setHeaders(response, own.headers);
  const status = statusOfSuccess(row, result.data);
  const found = dataOf(row, status)(result.data);
  const data = row.withoutNulls ? withoutNulls(found as object) : found;
  if (endpoint.isRead && (data === null || data === undefined)) throw recordNotFound();
  if (write && endpoint.key.hasBody) {
    const tag = await tagAfter(write, data);
    if (tag) response.setHeader('etag', tag);
  }
  describeAnswer(call, shared, status, data);
  if (row.tus && headers['tus-resumable'] !== undefined) sendNothing(response, status);
  else if (row.bytes) {
    await sendBytes(request, response, row.bytes(result.data, context), tagOf(endpoint, JSON.stringify(data)));
  } else if (row.plain) sendPlain(response, row.plain, String(data));
  else if (endpoint.isRead) sendRead(call, shared, textOfData(data));
  else sendData(response, status, data);
}

/** Sends the data of a GET, which are text already. Pages have links to others, and no `ETag`, as what reads its own request. */
function sendRead(call: Call, shared: Shared, data: DataText): void {
  const { endpoint, request, response } = call;
  const { publicFor, rawBody } = endpoint.row;
  const cached = publicFor === undefined ? 'no-store' : `public, max-age=${publicFor}`;
  if (data.isPage) linkPages(call, shared, paginationOf(data));
  const tag = (data.isPage && publicFor === undefined) || rawBody ? null : tagOf(endpoint, data.text);
  sendTagged(request, response, envelopeText(data), tag, cached);
}

/** Says where a write is in the changes of its workspace, and what the filters of a list cost. */
function reportExtensions({ endpoint, response }: Call, { extensions }: Pick<ExecutionResult, 'extensions'>): void {
  if (extensions?.cursor) response.setHeader('x-cursor', String(extensions.cursor));
  const isFiltered = extensions?.filterCost && endpoint.parameters?.has('filter');
  if (isFiltered) response.setHeader('x-filter-cost', String(extensions?.filterCost));
}

/** A change of what a GET of the same path shows; null for other requests. */
function writeOf({ endpoint, reader, response }: Call, context: GraphContext, parts: RequestParts): Write | null {
  return reader && !endpoint.row.rawBody && changing.has(endpoint.key.method)
    ? { endpoint, reader, context, parts, response }
    : null;
}

const changing: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE']);

/** Sets the headers that say where the pages of a list, or a new record, are. */
function describeAnswer(call: Call, shared: Shared, status: number, data: unknown): void {
  const { endpoint, values, response } = call;
  const { publicUrl, locations } = shared;
  const { key, shown } = endpoint;
  if (isPage(data)) {
    linkPages(call, shared, data.pagination);
  } else if (status === 201) {
    const params = Object.fromEntries(key.params.map((name, index) => [name, values[index] ?? '']));
    const path = locations.find(key.path, shown.type, params, data);
    if (path) response.setHeader('location', `${publicUrl}${path}`);
  }
}

/** What tus answers: 201 for what is new, else 204. */
function sendNothing(response: Response, status: number): void {
  response.statusCode = status === 201 ? 201 : 204;
  response.setHeader('cache-control', 'no-store');
  response.end();
}

function linkPages({ query, request, response }: Call, { publicUrl }: Shared, pagination: Pagination): void {
  const links = pageLinks(`${publicUrl}${request.path}`, query, pagination);
  if (links) response.appendHeader('link', links);
}

/** Each part is a response of its own with its own limits. */
async function readPart(
  { row, operation }: Endpoint,
  context: GraphContext,
  variables: Record<string, unknown>,
  after: string | null,
): Promise<TextPart> {
  const part =
    after === null
      ? await operation.run(context.fork(), variables)
      : await operation.run(context.forkForPart(), { ...variables, after });
  if (part.errors?.length) throw part.errors[0];
  return row.data(part.data) as TextPart;
}

/** The key with which a client may send the request again. Some operations read it themselves. */
function repeatable({ isRead, operation }: Endpoint, { url, method, headers }: Request, body: string) {
  const key = headers['idempotency-key'];
  if (isRead || typeof key !== 'string' || 'idempotencyKey' in operation.variables) return undefined;
  const [path = '', query = ''] = url.split('?', 2);
  const condition = headers['if-match'];
  const sent = condition === undefined ? [query, body] : [query, body, condition];
  return { key, route: `${method} ${path}`, body: JSON.stringify(sent) };
}

/** The limit of a body that its operation reads while it arrives; null for any other. */
function arrivingAtMost({ row, maxBody }: Endpoint, request: Request): number | null {
  if (row.rawBody === 'arriving') return maxBody;
  const { arriving } = row;
  return arriving?.is(request.headers['content-type'] ?? '') && hasBody(request) ? arriving.maxBody : null;
}

function readBodyOf(request: Request, raw: boolean, maxBody: number, parse?: ParseJson): Promise<RequestBody> {
  return raw ? readRaw(request, maxBody) : readBody(request, maxBody, parse);
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

function statusOfSuccess({ status = 200 }: Route, result: unknown): SuccessStatus {
  return typeof status === 'number' ? status : status.choose(result);
}
