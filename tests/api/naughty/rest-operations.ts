import { readFileSync } from 'node:fs';
import { type Answer, nameOf, type Operation, type Target } from './operation.js';
import { type Components, type JsonSchema, shapeOfSchema } from './read-shapes.js';
import { textPlaces, validOf } from './shapes.js';
import type { World } from './world.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}
export interface Described {
  operationId: string;
  'x-business-rules'?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}
type Methods = Record<string, Described>;
interface Document {
  paths: Record<string, Methods>;
  components: { schemas: Components; parameters: Record<string, Parameter> };
}

/** The document of the routes, with the shared parameters in place of references to them. */
export const document = withParameters(
  JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8')) as Document,
);

function withParameters(document: Document): Document {
  for (const described of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const parameters = described.parameters?.map((parameter) => {
      const [, name = ''] =
        /^#\/components\/parameters\/(\w+)$/.exec((parameter as { $ref?: string }).$ref ?? '') ?? [];
      return document.components.parameters[name] ?? parameter;
    });
    // The cookie is the session of a browser: no request here has one.
    if (parameters) described.parameters = parameters.filter((parameter) => String(parameter.in) !== 'cookie');
  }
  return document;
}

/** The parts of a request. */
export interface Request {
  path: Record<string, string>;
  query: Record<string, string>;
  header: Record<string, string>;
  body?: unknown;
  /** Defaults to JSON. */
  type?: string;
}

/** Every route that writes, as schema/openapi.json describes it. */
export function restOperations(world: World): Operation[] {
  return operationsOf(world, (method) => method !== 'get');
}

/** Every route that reads. */
export function restReads(world: World): Operation[] {
  return operationsOf(world, (method) => method === 'get');
}

function operationsOf(world: World, isIncluded: (method: string) => boolean): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => isIncluded(method))
      .map(([method, described]) => operationOf(world, method.toUpperCase(), path, described)),
  );
}

/** Every list of the workspace that needs no other ID. */
export function workspaceLists(world: World): { name: string; read: () => Promise<Answer> }[] {
  return Object.entries(document.paths)
    .filter(([path, { get }]) => /^\/workspaces\/\{workspaceId\}\/[^{]+$/.test(path) && get && isList(get))
    .map(([path]) => ({ name: path, read: () => send(world, 'GET', path, requestOf(world, '', [])) }));
}

/** Whether it answers pages and needs no query. */
function isList({ parameters = [] }: Described): boolean {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return query.some(({ name }) => name === 'page') && !query.some(({ required }) => required);
}

function operationOf(world: World, method: string, path: string, described: Described): Operation {
  const { operationId: name } = described;
  const { parameters = [] } = described;
  const content = Object.entries(described.requestBody?.content ?? {})[0];
  const [type = '', { schema } = { schema: {} }] = content ?? [];
  const valid = () => requestOf(world, name, parameters, content && { type, schema });
  const sendRequest = (change: (request: Request) => Request = (request) => request) =>
    world.prepared(name, () => send(world, method, path, change(valid())));
  const byParameter = parameters
    // With a key of any text, a deletion succeeds and takes from the others what they need.
    .filter(({ name: parameter }) => method !== 'DELETE' || parameter !== 'idempotency-key')
    .map(
      (parameter): Target => ({
        name: `${parameter.in}.${parameter.name}`,
        path: [],
        format: parameter.in,
        takes: carried[parameter.in],
        send: (text) =>
          sendRequest((request) => ({
            ...request,
            [parameter.in]: { ...request[parameter.in], [parameter.name]: text },
          })),
      }),
    );
  const shape = shapeOfSchema(schema, document.components.schemas);
  const places = content && !fileTypes.includes(type) ? textPlaces(shape, world.sampleFor(name)) : [];
  const inBody = places.map(
    ({ path: at, format, around }): Target => ({
      name: `body${nameOf(at)}`,
      path: at,
      format,
      send: (text) => sendRequest((request) => ({ ...request, body: around(text) })),
    }),
  );
  const inFile: Target = {
    name: 'body.company',
    path: ['company'],
    format: 'file',
    send: (text) =>
      sendRequest((request) => ({ ...request, body: `name,company\r\nAna,"${text.replaceAll('"', '""')}"\r\n` })),
  };
  return {
    name: `${method} ${path}`,
    sendValid: content ? () => sendRequest() : null,
    targets: [...byParameter, ...inBody, ...(type === 'text/csv' ? [inFile] : [])],
    ...(method === 'POST' && made(path)),
    ...readers(world, method, path),
  };
}

/** The types of bodies that are files. */
const fileTypes = ['text/csv', 'application/octet-stream', 'application/offset+octet-stream'];

/** `/flows` makes what `/flows/{flowId}` names. */
function made(path: string): Pick<Operation, 'makes'> | null {
  const ids = Object.keys(document.paths).map(
    (other) => other.startsWith(path) && /^\/\{(\w+)\}$/.exec(other.slice(path.length))?.[1],
  );
  const id = ids.find((found) => typeof found === 'string');
  return id ? { makes: { id, needs: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) } } : null;
}

/** A path has no empty or dotted segments, a URL and all headers at most 16 KiB, and a header one line of Latin-1. */
const carried: Record<string, (text: string) => boolean> = {
  path: (text) => text !== '' && text !== '.' && text !== '..' && text.length < 5_000,
  query: (text) => text.length < 5_000,
  header: (text) => /^[\t -~\xa0-\xff]{0,5000}$/.test(text),
};

function readers(world: World, method: string, path: string): Pick<Operation, 'readAgain' | 'readList'> {
  const own = document.paths[path]?.get ? path : null;
  const single = Object.keys(document.paths).find(
    (other) =>
      other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/') && document.paths[other]?.get,
  );
  const list = single && own ? own : path.replace(/\/\{\w+\}$/, '');
  const listed = document.paths[list]?.get;
  return {
    async readAgain(answer) {
      const { id, key } = (answer.data ?? {}) as { id?: unknown; key?: unknown };
      const read = method === 'POST' ? single : own;
      if (!read || typeof id !== 'string') return null;
      const request = requestOf(world, '', []);
      for (const [name, value] of Object.entries(world.lastIds)) request.path[name] = String(value);
      const last = /\{(\w+)\}$/.exec(read)?.[1];
      // What is set by its key is read by it.
      if (last) request.path[last] = last === 'key' ? String(key) : id;
      return send(world, 'GET', read, request);
    },
    readList: listed && isList(listed) ? () => send(world, 'GET', list, requestOf(world, '', [])) : null,
  };
}

/** The smallest valid request. */
export function requestOf(
  world: World,
  name: string,
  parameters: readonly Parameter[],
  content?: { type: string; schema: JsonSchema },
): Request {
  const path = Object.fromEntries(Object.entries(world.idsFor(name)).map(([id, value]) => [id, String(value)]));
  const request: Request = { path, query: {}, header: {} };
  for (const { in: where, name: parameter, required } of parameters) {
    if (where !== 'path' && required) request[where][parameter] = String(world.sampleFor(name)(parameter, ''));
  }
  if (content?.type === 'text/csv') return { ...request, type: content.type, body: 'name\r\nAna\r\n' };
  if (content && fileTypes.includes(content.type)) return { ...request, type: content.type, body: 'bytes' };
  if (!content) return request;
  return {
    ...request,
    body: validOf(shapeOfSchema(content.schema, document.components.schemas), world.sampleFor(name)),
  };
}

/** Sends a request as the caller of the world. */
export async function send(
  world: Pick<World, 'app' | 'caller'>,
  method: string,
  path: string,
  request: Request,
): Promise<Answer> {
  const { app, caller } = world;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((request.path[name] ?? '').toWellFormed()),
  );
  const query = new URLSearchParams(request.query);
  const { body, type = 'application/json' } = request;
  const response = await fetch(`${app.url}${filled}?${query}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': type }),
      authorization: `Bearer ${caller}`,
      ...request.header,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' && type !== 'application/json' ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json(;|$)/.test(response.headers.get('content-type') ?? '');
  const answer = (isJson ? JSON.parse(text) : { data: text }) as { data?: unknown; error?: Answer };
  const { code = null, message = '', details = [] } = answer.error ?? {};
  return { status: response.status, code, message, details, data: answer.data ?? null };
}
