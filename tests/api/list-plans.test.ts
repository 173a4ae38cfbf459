import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { enum?: string[]; $ref?: string; type?: string; format?: string; pattern?: string };
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, { get?: { parameters?: (Parameter & { $ref?: string })[] } }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { enum?: string[] }> };
};
const nameOf = ($ref = '') => $ref.split('/').at(-1) ?? '';

/** Arguments of every list; `search` has an index of its own, and periods are ranges of a sort key. */
const noFilters = ['sortBy', 'sortOrder', 'page', 'limit', 'cursor', 'search', 'from', 'to'];

/** Of the values of an enum, those that few of the rows have and many people look for. */
const rareValues = ['failed', 'refused', 'open', 'active'];

/** The lists of a workspace that need no other ID, each with its sort keys and filters. */
const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).map((one) => (one.$ref ? components.parameters[nameOf(one.$ref)] : one));
  const sortBy = parameters.find((one) => one?.name === 'sortBy');
  const keys = sortBy?.schema.enum ?? components.schemas[nameOf(sortBy?.schema.$ref)]?.enum ?? [];
  const filters = parameters.flatMap((one) =>
    one?.in === 'query' && !noFilters.includes(one.name) ? [{ name: one.name, value: rareValueOf(one) }] : [],
  );
  const isPlain = !parameters.some((one) => one?.in === 'query' && one.required);
  return /\}\/[^{]+$/.test(path) && !/\{(?!workspaceId)/.test(path) && isPlain && keys.length > 0
    ? [{ path, keys, filters }]
    : [];
});

interface Filter {
  name: string;
  value: string;
}

function rareValueOf({ name, schema }: Parameter): string {
  const values = schema.enum ?? components.schemas[nameOf(schema.$ref)]?.enum;
  if (values) return values.find((value) => rareValues.includes(value)) ?? (values.at(-1) as string);
  if (schema.type === 'boolean') return 'true';
  if (schema.type === 'integer') return '7';
  return /Id$|^assignedTo$/.test(name) ? '018f0000-0000-7000-8000-000000000001' : 'rare';
}

let app: TestApp;
let owner: Owner;
let sent: { name?: string; text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  // Plans are made as if all rows were of one workspace, so that its ID alone finds nothing.
  await app.services.db.pool.query(`select pg_restore_attribute_stats('schemaname', 'public'::text, 'relname', c.relname::text, 'attname', 'workspace_id'::text,
      'inherited', inherited, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id', (values (false), (true)) i(inherited)
    where c.relnamespace = 'public'::regnamespace and (c.relkind = 'p' and inherited or c.relkind = 'r' and not inherited)`);
  const received = new WeakSet<object>();
  app.services.db.tenantPool.on('acquire', (client: PoolClient) => {
    if (received.has(client)) return;
    received.add(client);
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      const [config, values] = args as unknown as [
        string | { name?: string; text: string; values?: unknown[] },
        unknown[]?,
      ];
      const one = typeof config === 'string' ? { text: config, values } : config;
      sent.push({ ...one, values: one.values ?? [] });
      return query(...args);
    }) as typeof client.query;
  });
});
afterAll(() => app.stop());

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
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

/** The conditions by which the nodes of a plan search indexes, with the names of these indexes; without those of totals. */
function indexConditions(plan: Plan): string[] {
  const { 'Index Cond': condition = '', 'Index Name': name = '', Plans = [] } = plan;
  const own = name.startsWith('execution_totals') ? [] : [`${name} ${condition}`];
  return [...own, ...Plans.flatMap(indexConditions)];
}

/** The filters of a list by whose values rows cannot be found in an index: all rows of the workspace are read for them. */
async function scanningFilters({ path, filters }: { path: string; filters: Filter[] }): Promise<string[]> {
  const found: string[] = [];
  for (const { name, value } of filters) {
    sent = [];
    const { status } = await app.rest(
      `GET ${path.replace('{workspaceId}', owner.workspaceId)}?${new URLSearchParams({ [name]: value })}`,
      { as: owner.token },
    );
    const pages = sent.filter(({ text }) => /order by/.test(text));
    expect([status, pages.length > 0]).toEqual([200, true]);
    const conditions = (await Promise.all(pages.map(searchedIn))).flat();
    const column = name === 'tag' ? 'tags' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (!conditions.some((one) => one.includes(foundBy[`${path.split('/').at(-1)}.${name}`] ?? column)))
      found.push(name);
  }
  return found.sort();
}

/** The index, or the condition on it, that finds the rows of a filter where it is not the column of its name. */
const foundBy: Record<string, string> = {
  'flows.status': 'flows_active',
  'executions.status': 'unsuccessful_status',
  'executions.errorCode': 'unsuccessful_status',
  'executions.nodeId': 'unsuccessful_status',
  'contacts.doNotContact': 'contacts_do_not_contact',
  'audit-log.outcome': 'audit_log_refused',
};

async function searchedIn({ text, values }: { text: string; values: unknown[] }): Promise<string[]> {
  return app.services.db.within(owner.workspaceId).transaction(async (sql) => {
    await sql.query('set local enable_seqscan = off');
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
    return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.flatMap(({ Plan }) => indexConditions(Plan)));
  });
}

/**
 * Every list of a workspace that grows with its work and its customers. An index on the duration of executions would make each of their
 * ends slower, so these are sorted as a whole.
 */
const growing: Record<string, string[]> = {
  'flows/executions': ['durationMs'],
  contacts: [],
  conversations: [],
  'calendar-events': [],
  opportunities: [],
  'voice-calls': [],
  'agent-sessions': [],
  'inbox/unrouted': [],
  outbox: [],
  'audit-log': [],
  flows: [],
};

test.each(Object.entries(growing))('a page of %s is read in the order of an index, not by %j', async (name, sorted) => {
  const list = lists.find(({ path }) => path === `/workspaces/{workspaceId}/${name}`);
  expect(await sortedKeys(list ?? { path: '', keys: [] })).toEqual(sorted);
});

/**
 * The filters of these lists for which all rows of the workspace are read if few have the value: they have few values, or few
 * people look for them alone. Those by labels have no index that row-level security could use.
 */
const scanning: Record<string, string[]> = {
  'flows/executions': ['flowVersion', 'phase', 'trigger'],
  contacts: ['tag'],
  conversations: [],
  'calendar-events': [],
  opportunities: [],
  'voice-calls': [],
  'agent-sessions': [],
  'inbox/unrouted': [],
  outbox: [],
  'audit-log': [],
  flows: ['tag', 'triggerType'],
};

test.each(Object.entries(scanning))('rare rows of %s are found by an index, not those by %j', async (name, filters) => {
  const list = lists.find(({ path }) => path === `/workspaces/{workspaceId}/${name}`);
  expect(await scanningFilters(list ?? { path: '', filters: [] })).toEqual(filters);
});

test('Postgres plans a list with a filter for its value, and keeps the plans of lists without filters', async () => {
  const isPrepared = async (query: string) => {
    sent = [];
    await app.rest(`GET /workspaces/${owner.workspaceId}/contacts?sortBy=name&sortOrder=asc${query}`, {
      as: owner.token,
    });
    return sent.filter(({ text }) => /order by/.test(text)).map(({ name }) => name !== undefined);
  };
  expect(await isPrepared('&status=lost')).toEqual([false]);
  expect(await isPrepared('')).toEqual([true]);
});
