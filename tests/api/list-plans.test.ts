import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { enum?: string[]; $ref?: string };
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, { get?: { parameters?: (Parameter & { $ref?: string })[] } }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { enum?: string[] }> };
};
const nameOf = ($ref = '') => $ref.split('/').at(-1) ?? '';

/** The lists of a workspace that need no other ID, each with its sort keys. */
const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).map((one) => (one.$ref ? components.parameters[nameOf(one.$ref)] : one));
  const sortBy = parameters.find((one) => one?.name === 'sortBy');
  const keys = sortBy?.schema.enum ?? components.schemas[nameOf(sortBy?.schema.$ref)]?.enum ?? [];
  const isPlain = !parameters.some((one) => one?.in === 'query' && one.required);
  return /\}\/[^{]+$/.test(path) && !/\{(?!workspaceId)/.test(path) && isPlain && keys.length > 0
    ? [{ path, keys }]
    : [];
});

let app: TestApp;
let owner: Owner;
let sent: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const received = new WeakSet<object>();
  app.services.db.tenantPool.on('acquire', (client: PoolClient) => {
    if (received.has(client)) return;
    received.add(client);
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      const [config, values] = args as unknown as [string | { text: string; values?: unknown[] }, unknown[]?];
      const one = typeof config === 'string' ? { text: config, values } : config;
      sent.push({ text: one.text, values: one.values ?? [] });
      return query(...args);
    }) as typeof client.query;
  });
});
afterAll(() => app.stop());

interface Plan {
  'Node Type': string;
  Plans?: Plan[];
}

/** Whether a plan sorts more rows than a page has, although it may use any index. */
function sortsAll({ 'Node Type': type, Plans = [] }: Plan): boolean {
  return Plans.some(sortsAll) || (type === 'Sort' && !Plans.every(isLimited));
}

function isLimited({ 'Node Type': type, Plans = [] }: Plan): boolean {
  return type === 'Limit' || (/^(Append|Subquery Scan)$/.test(type) && Plans.every(isLimited));
}

async function isSorted({ text, values }: { text: string; values: unknown[] }): Promise<boolean> {
  return app.services.db.within(owner.workspaceId).transaction(async (sql) => {
    await sql.query('set local enable_sort = off; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
    return rows.some(({ 'QUERY PLAN': plans }) => plans.some(({ Plan }) => sortsAll(Plan)));
  });
}

/** The keys by which the first page of a list cannot be read from an index, in one of both directions. */
async function sortedKeys({ path, keys }: { path: string; keys: string[] }): Promise<string[]> {
  const found = new Set<string>();
  for (const key of keys) {
    for (const order of ['asc', 'desc']) {
      sent = [];
      const { status } = await app.rest(
        `GET ${path.replace('{workspaceId}', owner.workspaceId)}?sortBy=${key}&sortOrder=${order}`,
        { as: owner.token },
      );
      const pages = sent.filter(({ text }) => /order by/.test(text));
      expect([status, pages.length > 0]).toEqual([200, true]);
      for (const page of pages) if (await isSorted(page)) found.add(key);
    }
  }
  return [...found].sort();
}

/**
 * Lists that grow with the work and the customers of a workspace. An index makes each write slower, so there is none for
 * keys by which few people sort many rows: those named here are sorted as a whole.
 */
const growing: Record<string, string[]> = {
  'flows/executions': ['durationMs', 'startedAt'],
  contacts: ['source', 'status'],
  conversations: ['resolvedAt', 'status'],
  'calendar-events': ['endsAt', 'status', 'title', 'updatedAt'],
  opportunities: ['expectedCloseDate', 'name', 'status', 'updatedAt', 'value'],
  'voice-calls': ['durationSeconds', 'endedAt', 'status', 'updatedAt'],
  'agent-sessions': ['endedAt', 'status', 'turns', 'updatedAt'],
  'inbox/unrouted': ['updatedAt'],
  outbox: [],
  'audit-log': [],
  flows: [],
};

test.each(Object.entries(growing))('a page of %s is read in the order of an index, not by %j', async (name, sorted) => {
  const list = lists.find(({ path }) => path === `/workspaces/{workspaceId}/${name}`);
  expect(await sortedKeys(list ?? { path: '', keys: [] })).toEqual(sorted);
});
