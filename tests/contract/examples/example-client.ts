import { exampleId } from '../../../src/platform/example-id.js';
import { type Route, type RouteTable, type SuccessStatus } from '../../../src/rest/route.js';
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

/** Sends the examples of routes as the document shows them. IDs and tokens of examples stand for real ones. */
export class ExampleClient {
  /** What a text of an example stands for. */
  readonly texts = new Map<string, string>();
  readonly answers = new Map<string, Map<number, ExampleAnswer>>();
  token = '';
  readonly #routes: Readonly<Record<string, Route>>;

  constructor(
    readonly app: TestApp,
    tables: readonly RouteTable[],
  ) {
    this.#routes = Object.assign({}, ...tables);
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
    const { method, path } = parseRouteKey(key);
    const query = this.#filled(`?${searchOf(row.example?.query)}`, options, encodeURIComponent);
    const { body, type } = this.#bodyOf(row, options);
    const as = options.as === undefined ? this.token : options.as;
    const response = await fetch(this.app.url + this.#pathOf(path, row, options) + query, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        ...(as && { authorization: `Bearer ${as}` }),
        ...options.headers?.(body ?? ''),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
    const answered = mediaType === 'application/json' ? JSON.parse(text) : text;
    const expected = statusesOf(row);
    if (!expected.includes(response.status as SuccessStatus)) throw new Error(`${key}: ${response.status} ${text}`);
    const answers = this.answers.get(key) ?? new Map();
    const { status, headers } = response;
    if (!answers.has(status)) answers.set(status, { status, headers, type: mediaType, body: answered });
    this.answers.set(key, answers);
    const data = (answered.data ?? answered) as T;
    if (method === 'POST') this.#keepCreated(path, data);
    return data;
  }

  #bodyOf({ example, csv }: Route, options: SendOptions): { body?: string; type: string } {
    if (example?.form) {
      const form = new URLSearchParams(example.form).toString();
      return { body: this.#filled(form, options, encodeURIComponent), type: 'application/x-www-form-urlencoded' };
    }
    if (example?.body === undefined) return { type: '' };
    const text = csv ? String(example.body) : JSON.stringify(example.body);
    return { body: this.#filled(text, options), type: csv ? 'text/csv' : 'application/json' };
  }

  #pathOf(path: string, { example }: Route, { ids = {} }: SendOptions): string {
    return path.replace(
      /:(\w+)/g,
      (_, name: string) => ids[name] ?? String(example?.params?.[name] ?? this.real(name)),
    );
  }

  #filled(text: string, { texts = {} }: SendOptions, encode = (part: string) => part): string {
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

function searchOf(query: Readonly<Record<string, string | number>> = {}): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
}

/** The statuses of a route's successes. */
export function statusesOf({ status = 200 }: Route): readonly SuccessStatus[] {
  return typeof status === 'number' ? [status] : status.oneOf;
}
