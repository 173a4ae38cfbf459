import { print } from 'graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { omitsNullsOf } from '../../src/rest/omit-nulls.js';
import { readOperation } from '../../src/rest/openapi/read-operation.js';
import type { Route } from '../../src/rest/route.js';
import type { TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

/** One request of a client; both surfaces are asked the same, one after the other, each in its workspace. */
export interface Case {
  /** As routes are written, `P` for the workspace. Path parameters come from what was kept, then from `ids`. */
  route: string;
  says: string;
  ids?: Record<string, string>;
  query?: Record<string, string>;
  /** `{name}` inside texts stands for what was kept under that name. */
  input?: unknown;
  /** Of a failure. */
  code?: string;
  /** The fields or rules that its details name. */
  details?: string[];
  /** Keeps the answer's `id` under a name. */
  keep?: string;
}

/** Whoever asks, in a workspace of its own. */
export interface ContractClient {
  app: TestApp;
  owner: Owner;
  kept: Record<string, string>;
}

export interface Seen {
  status: number;
  code: string | null;
  message: string;
  details: { field?: string; rule?: string; message: string }[];
  data: unknown;
}

/** Texts of the form `{name}` replaced by what was kept. */
function filled<T>(value: T, { kept }: ContractClient): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === 'string' && /^\{\w+\}$/.test(inner) ? kept[inner.slice(1, -1)] : inner,
  );
}

function idsOf({ route, ids }: Case, client: ContractClient): Record<string, string> {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const known = { ...client.kept, ...filled(ids ?? {}, client) };
  return Object.fromEntries(names.map((name) => [name, known[name] as string]));
}

export async function askRest(one: Case, client: ContractClient): Promise<Seen> {
  const [method, path = ''] = one.route.split(' ');
  const ids = Object.entries(idsOf(one, client));
  const at = ids.reduce(
    (text, [name, id]) => text.replace(`:${name}`, id),
    path.replace('P', `/workspaces/${client.owner.workspaceId}`),
  );
  const query = new URLSearchParams(filled(one.query ?? {}, client));
  const input = filled(one.input, client);
  const { status, body } = await client.app.rest(`${method} ${at}?${query}`, { as: client.owner.token, body: input });
  const { code = null, message = '', details = [] } = body.error ?? {};
  const data = body.pagination ? { items: body.data, pagination: body.pagination } : body.data;
  return { status, code, message, details, data };
}

/** @param row the route's, whose operation is sent */
export async function askGraphql(one: Case, row: Route, client: ContractClient): Promise<Seen> {
  const { workspaceId, token } = client.owner;
  const ids = idsOf(one, client);
  const query = filled(one.query ?? {}, client);
  const variables = {
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typed(value)])),
    ...row.variables?.({
      params: ids,
      query,
      rawQuery: '',
      headers: {},
      body: {},
      raw: undefined as never,
      rawBody: '',
    }),
    ...Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, typed(value)])),
    ...(one.input !== undefined && { input: filled(one.input, client) }),
    workspaceId,
  };
  const answer = await fetch(`${client.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: print(row.operation), variables }),
  });
  const { data, errors } = (await answer.json()) as { data: object; errors?: { message: string; extensions: Seen }[] };
  const [failure] = errors ?? [];
  omitsNullsOf(readOperation(buildGraphSchema(), row.operation).selected)?.(data);
  if (!failure) return { status: answer.status, code: null, message: '', details: [], data: row.data(data) };
  const { status, code, details = [] } = failure.extensions;
  return { status, code, message: failure.message, details, data: undefined };
}

/** What a client would write in GraphQL where REST has text. */
function typed(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Ids, tokens and times by the order in which they come. */
export function comparable(value: unknown): unknown {
  const seen = new Map<string, string>();
  const named = (text: string, kind: string) => {
    const name = seen.get(text) ?? `${kind} ${seen.size}`;
    seen.set(text, name);
    return name;
  };
  const text = JSON.stringify(value ?? null)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'a time')
    .replace(/\b[0-9a-f]{64}\b/g, (token) => named(token, 'token'))
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => named(id, 'id'));
  return JSON.parse(text);
}
