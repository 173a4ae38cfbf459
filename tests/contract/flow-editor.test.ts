import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { print } from 'graphql';
import { routes as folderRoutes } from '../../src/features/flow-folders/flow-folder.routes.js';
import { builtInTemplates } from '../../src/features/flow-templates/built-in-templates.js';
import { routes as templateRoutes } from '../../src/features/flow-templates/flow-template.routes.js';
import { routes as flowRoutes } from '../../src/features/flows/flow.routes.js';
import { fileRoutes } from '../../src/features/flows/flow-file.routes.js';
import { versionRoutes } from '../../src/features/flows/flow-version.routes.js';
import type { Route } from '../../src/rest/route.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { type Case, cases } from './flow-editor-cases.js';

/**
 * Every route of the editor, asked by REST and as the GraphQL operation behind it: the same data, the same codes, the
 * same details. Both clients do the same in a workspace of their own; ids, tokens and times are compared by their place.
 */
const routes: Record<string, Route> = {
  ...flowRoutes,
  ...versionRoutes,
  ...fileRoutes,
  ...folderRoutes,
  ...templateRoutes,
};
const rowOf = (route: string) => routes[route.replace(' P', ' /workspaces/:workspaceId')] as Route;

interface Client {
  owner: Owner;
  kept: Record<string, string>;
}

interface Seen {
  status: number;
  code: string | null;
  message: string;
  details: { field?: string; rule?: string; message: string }[];
  data: unknown;
}

let app: TestApp;
let byRest: Client;
let byGraphql: Client;
beforeAll(async () => {
  app = await startTestApp();
  const kept = () => ({ builtIn: builtInTemplates[0]?.id as string });
  byRest = { owner: await app.seed.owner(), kept: kept() };
  byGraphql = { owner: await app.seed.owner(), kept: kept() };
});
afterAll(() => app.stop());

/** Texts of the form `{name}` replaced by what was kept. */
function filled<T>(value: T, { kept }: Client): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === 'string' && /^\{\w+\}$/.test(inner) ? kept[inner.slice(1, -1)] : inner,
  );
}

function idsOf({ route, ids }: Case, client: Client): Record<string, string> {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const known = { ...client.kept, ...filled(ids ?? {}, client) };
  return Object.fromEntries(names.map((name) => [name, known[name] as string]));
}

async function askRest(one: Case, client: Client): Promise<Seen> {
  const [method, path = ''] = one.route.split(' ');
  const ids = Object.entries(idsOf(one, client));
  const at = ids.reduce(
    (text, [name, id]) => text.replace(`:${name}`, id),
    path.replace('P', `/workspaces/${client.owner.workspaceId}`),
  );
  const query = new URLSearchParams(filled(one.query ?? {}, client));
  const input = filled(one.input, client);
  const { status, body } = await app.rest(`${method} ${at}?${query}`, { as: client.owner.token, body: input });
  const { code = null, message = '', details = [] } = body.error ?? {};
  const data = body.pagination ? { items: body.data, pagination: body.pagination } : body.data;
  return { status, code, message, details, data };
}

async function askGraphql(one: Case, client: Client): Promise<Seen> {
  const row = rowOf(one.route);
  const { workspaceId, token } = client.owner;
  const ids = idsOf(one, client);
  const query = filled(one.query ?? {}, client);
  const variables = {
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typed(value)])),
    ...row.variables?.({ params: ids, query, headers: {}, body: {}, raw: undefined as never, rawBody: '' }),
    ...Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, typed(value)])),
    ...(one.input !== undefined && { input: filled(one.input, client) }),
    workspaceId,
  };
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: print(row.operation), variables }),
  });
  const { data, errors } = (await answer.json()) as { data: object; errors?: { message: string; extensions: Seen }[] };
  const [failure] = errors ?? [];
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
function comparable(value: unknown): unknown {
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

describe.each(cases.map((one) => [`${one.route} ${one.says}`, one] as const))('%s', (_name, one) => {
  test('by both surfaces alike', async () => {
    const rest = await askRest(one, byRest);
    const graphql = await askGraphql(one, byGraphql);
    for (const seen of [rest, graphql]) {
      expect([seen.code, seen.message]).toEqual([one.code ?? null, one.code ? expect.stringMatching(/\S{3}/) : '']);
      const named = new Set(seen.details.map(({ rule, field }) => rule ?? field ?? ''));
      expect(named).toEqual(new Set(one.details ?? []));
    }
    const { status = 200 } = rowOf(one.route);
    if (!one.code) expect(rest.status).toBe(status);
    else expect(graphql.status).toBe(rest.status);
    expect(comparable(graphql.data)).toEqual(comparable(rest.data));
    expect(comparable(graphql.details)).toEqual(comparable(rest.details));
    expect(comparable(graphql.message)).toEqual(comparable(rest.message));
    if (one.keep) {
      byRest.kept[one.keep] = (rest.data as { id: string }).id;
      byGraphql.kept[one.keep] = (graphql.data as { id: string }).id;
    }
  });
});

test('every route of the editor is asked for what goes well, and for a failure where it has one of its own', () => {
  const asked = (fails: boolean) =>
    new Set(cases.filter(({ code }) => !code === !fails).map(({ route }) => rowOf(route)));
  const [well, badly] = [asked(false), asked(true)];
  const keyOf = (row: Route) => Object.keys(routes).find((key) => routes[key] === row);
  expect(
    Object.values(routes)
      .filter((row) => !well.has(row))
      .map(keyOf),
  ).toEqual([]);
  expect(
    Object.values(routes)
      .filter((row) => !badly.has(row))
      .map(keyOf),
  ).toEqual(['GET /workspaces/:workspaceId/flows/node-types']);
});
