import { exampleId } from '../../../src/platform/example-id.js';
import type { Route, RouteTable } from '../../../src/rest/route.js';
import { parseRouteKey } from '../../../src/rest/route-key.js';
import type { TestApp } from '../../support/app.js';

export interface SendOptions {
  /** The bearer credential; null for none. Defaults to that of the client. */
  as?: string | null;
  /** IDs and other path parameters that differ from those of the client. */
  ids?: Record<string, string>;
  /** What texts of the example stand for in this request. */
  texts?: Record<string, string>;
  headers?(body: string): Record<string, string>;
}

export interface ExampleAnswer {
  status: number;
  headers: Headers;
  type: string;
  /** The envelope, or a text. */
  body: unknown;
}

/** A request of an example, with real IDs and tokens. */
export interface ExampleRequest extends RequestTexts {
  key: string;
  row: Route;
  headers: Record<string, string>;
  /** The same as the document shows it. */
  shown: RequestTexts;
}

/** What is sent of an example. */
export interface RequestTexts {
  /** The path parameters by name. */
  params: Record<string, string>;
  /** Without `?`. */
  query: string;
  body?: string;
}

/** How requests are sent. @throws Error with the key of the route, if it fails */
export type Transport = (app: TestApp, request: ExampleRequest) => Promise<ExampleAnswer & { data: unknown }>;

/** Sends the examples of routes as the document shows them. IDs and tokens of examples stand for real ones. */
export class ExampleClient {
  /** What a text of an example stands for. */
  readonly texts = new Map<string, string>();
  readonly answers = new Map<string, Map<number, ExampleAnswer>>();
  token = '';
  readonly #routes: Readonly<Record<string, Route>>;
  readonly #transport: Transport;

  constructor(
    readonly app: TestApp,
    tables: readonly RouteTable[],
    transport: Transport = overRest,
  ) {
    this.#routes = Object.assign({}, ...tables);
    this.#transport = transport;
  }

  get keys(): string[] {
    return Object.keys(this.#routes);
  }

  routeOf(key: string): Route {
    const row = this.#routes[key];
    if (!row) throw new Error(`There is no route ${key}.`);
    return row;
  }

  keep(name: string, id: string): void {
    this.texts.set(exampleId(name), id);
  }

  real(name: string): string {
    const id = this.texts.get(exampleId(name));
    if (!id) throw new Error(`Nothing stands for ${name} yet.`);
    return id;
  }

  /** @param short a key of a route, with `P` for the workspace; keeps the ID of what was created */
  async send<T = { id: string }>(short: string, options: SendOptions = {}): Promise<T> {
    const key = short.replace(' P', ' /workspaces/:workspaceId');
    const row = this.routeOf(key);
    const { method, path, params } = parseRouteKey(key);
    const type = mediaTypeOf(row);
    const shown = shownBy(row, params);
    const query = this.filled(shown.query, options, encodeURIComponent);
    const encode = row.example?.form ? encodeURIComponent : undefined;
    const body = shown.body === undefined ? undefined : this.filled(shown.body, options, encode);
    const as = options.as === undefined ? this.token : options.as;
    const { data, ...answer } = await this.#transport(this.app, {
      key,
      row,
      shown,
      query,
      params: Object.fromEntries(params.map((name) => [name, this.#param(name, row, options)])),
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        ...(as && { authorization: `Bearer ${as}` }),
        ...row.example?.headers,
        ...options.headers?.(body ?? ''),
      },
      ...(body !== undefined && { body }),
    });
    const answers = this.answers.get(key) ?? new Map();
    if (!answers.has(answer.status)) answers.set(answer.status, answer);
    this.answers.set(key, answers);
    if (method === 'POST') this.#keepCreated(path, data);
    return data as T;
  }

  #param(name: string, { example }: Route, { ids = {} }: SendOptions): string {
    return ids[name] ?? String(example?.params?.[name] ?? this.real(name));
  }

  /** A text of an example with real IDs and tokens. */
  filled(text: string, { texts = {} }: SendOptions = {}, encode = (part: string) => part): string {
    const all = [...Object.entries(texts), ...this.texts];
    return all.reduce((filled, [shown, real]) => filled.replaceAll(encode(shown), encode(real)), text);
  }

  /** The first record that is created stands for its kind. */
  #keepCreated(path: string, data: unknown): void {
    const id = (data as { id?: string } | null)?.id;
    const below = this.keys
      .map((key) => parseRouteKey(key))
      .find((one) => one.path.replace(/\/:\w+$/, '') === path && one.path !== path);
    const name = below?.params.at(-1);
    if (id && name && !this.texts.has(exampleId(name))) this.keep(name, id);
  }
}

/** Sends requests to their routes. */
export const overRest: Transport = async (app, { key, row, params, query, headers, body }) => {
  const { method, path } = parseRouteKey(key);
  const at = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const sent = { method, headers, redirect: 'manual' as const, ...(body !== undefined && { body }) };
  const response = await fetch(`${app.url}${at}?${query}`, sent);
  const text = await response.text();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const answered = type === 'application/json' ? JSON.parse(text) : text;
  const { status } = response;
  if (!statusesOf(row).includes(status)) throw new Error(`${key}: ${status} ${text}`);
  return { status, headers: response.headers, type, body: answered, data: answered.data ?? answered };
};

/** The parts of a request as the document shows them. */
function shownBy({ example, accepts }: Route, params: readonly string[]): RequestTexts {
  const form = example?.form && new URLSearchParams(example.form).toString();
  const json = example?.body === undefined ? undefined : accepts ? String(example.body) : JSON.stringify(example.body);
  const body = form ?? json;
  return {
    params: Object.fromEntries(params.map((name) => [name, String(example?.params?.[name] ?? exampleId(name))])),
    query: searchOf(example?.query).toString(),
    ...(body !== undefined && { body }),
  };
}

function mediaTypeOf({ example, accepts }: Route): string {
  if (example?.form) return 'application/x-www-form-urlencoded';
  return accepts?.[0] ?? 'application/json';
}

function searchOf(query: Readonly<Record<string, string | number>> = {}): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
}

/** The statuses of a route's successes. */
export function statusesOf({ status = 200, redirects }: Route): readonly number[] {
  if (redirects) return [redirects];
  return typeof status === 'number' ? [status] : status.oneOf;
}
