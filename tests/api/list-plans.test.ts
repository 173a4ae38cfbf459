import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertAnyRow } from '../support/any-row.js';
import { type ApiList, apiLists, snakeCase } from '../support/api-lists.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  assumeNothing,
  assumeOneValue,
  explain,
  indexConditions,
  type Plan,
  recordStatements,
  type SentStatement,
  sortsAll,
} from '../support/list-plans.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
/** Of a workspace without rows. */
let newcomer: Owner;
let sentSince: () => SentStatement[];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  newcomer = await app.seed.owner();
  await assumeOneValue(app, 'workspace_id');
  sentSince = recordStatements(app);
});
afterAll(() => app.stop());

/** The records that lists belong to, by table. */
const parents = new Map<string, string>();

/** Asks for a list, the rows of which are all of one workspace and, if it belongs to a record, of one record. */
async function withPath<T>({ path, parent }: ApiList, ask: (path: string) => Promise<T>, of = owner): Promise<T> {
  const ofWorkspace = path.replace('{workspaceId}', of.workspaceId);
  if (!parent) return ask(ofWorkspace);
  const id = parents.get(parent.table) ?? (await insertAnyRow(app, parent.table, owner.workspaceId));
  parents.set(parent.table, id);
  await assumeOneValue(app, parent.column);
  const answer = await ask(ofWorkspace.replace(`{${parent.parameter}}`, id));
  await assumeNothing(app, parent.column);
  return answer;
}

async function pagesOf(path: string, query: Record<string, string>): Promise<SentStatement[]> {
  sentSince();
  const { status } = await app.rest(`GET ${path}?${new URLSearchParams(query)}`, { as: owner.token });
  const pages = sentSince().filter(({ text }) => /order by/.test(text));
  expect([status, pages.length > 0]).toEqual([200, true]);
  return pages;
}

async function isSorted(page: SentStatement): Promise<boolean> {
  const settings = ['enable_sort = off', 'enable_seqscan = off', 'enable_bitmapscan = off'];
  return (await explain(app, owner.workspaceId, page, settings)).some(sortsAll);
}

/** The keys by which the first page of a list cannot be read from an index, in one of both directions. */
async function sortedKeys(list: ApiList, path: string): Promise<string[]> {
  const found = new Set<string>();
  for (const sortBy of list.keys) {
    for (const sortOrder of ['asc', 'desc']) {
      for (const page of await pagesOf(path, { sortBy, sortOrder })) if (await isSorted(page)) found.add(sortBy);
    }
  }
  return [...found].sort();
}

/** The filters of a list by whose values rows cannot be found in an index: all rows of the list are read for them. */
async function scanningFilters(list: ApiList, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, value } of list.filters) {
    const conditions: string[] = [];
    for (const page of await pagesOf(path, { [name]: value })) {
      const plans = await explain(app, owner.workspaceId, page, ['enable_seqscan = off']);
      conditions.push(...plans.flatMap(indexConditions));
    }
    if (!isFoundBy(list, name, conditions)) found.push(name);
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
  'enrollments.status': 'follow_up_enrollments_running',
  'events.source': 'usage_events_byok',
  'events.createdAt': 'id',
  'flows.isActive': 'flows_active',
  'flows.tags': 'tag',
  'flows.triggerType': 'flow_triggers_type',
  'contacts.tags': 'tag',
  'executions.phase': 'execution_claims_\\w+',
  'versions.id': 'none has it',
  'company-contexts.isDefault': 'company_contexts_default',
};

/**
 * Every list that grows with the work and the customers of a workspace, or of a record in it, with the keys by which all of its rows are
 * sorted, and the filters for which all are read if few have the value. An index on the duration of executions would make each of
 * their ends slower (docs/decisions/lists-and-totals.md); one on the changes of state, which are at most
 * 100,000 entries, each change of them; the messages of a conversation are few, and the events of a workspace
 * are all of its scope.
 */
const growing: Record<string, { sorted: string[]; scanning: string[] }> = {
  'agent-sessions': { sorted: [], scanning: [] },
  'audit-log': { sorted: [], scanning: [] },
  'calendar-events': { sorted: [], scanning: [] },
  'campaigns/{campaignId}/recipients': { sorted: [], scanning: [] },
  contacts: { sorted: [], scanning: [] },
  conversations: { sorted: [], scanning: [] },
  'conversations/{conversationId}/messages': { sorted: ['updatedAt'], scanning: ['author', 'direction', 'status'] },
  files: { sorted: [], scanning: ['kept'] },
  flows: { sorted: [], scanning: [] },
  'flows/executions': { sorted: ['durationMs'], scanning: ['flowVersion', 'trigger'] },
  'flows/{flowId}/executions': { sorted: ['durationMs'], scanning: ['flowVersion', 'trigger'] },
  'flows/{flowId}/versions': { sorted: [], scanning: [] },
  'follow-up/sequences/{followUpSequenceId}/enrollments': { sorted: [], scanning: [] },
  'inbox/unrouted': { sorted: [], scanning: [] },
  opportunities: { sorted: [], scanning: [] },
  outbox: { sorted: [], scanning: [] },
  state: { sorted: ['updatedAt'], scanning: ['keyPrefix'] },
  'usage/events': { sorted: [], scanning: ['scope'] },
  'voice-calls': { sorted: [], scanning: [] },
  'webhooks/{webhookId}/deliveries': { sorted: [], scanning: [] },
};

/** Lists of what people set up or started in the last week: a workspace has some hundred rows of each. */
const small = [
  'agents',
  'api-keys',
  'call-campaigns',
  'caller-ids',
  'campaigns',
  'company-contexts',
  'connections',
  'email-templates',
  'flows/folders',
  'flows/global-vars',
  'flows/holds',
  'flows/secrets',
  'flows/templates',
  'flows/tools',
  'follow-up/sequences',
  'jobs',
  'knowledge-docs',
  'members',
  'pipelines',
  'voice-agents',
  'webhooks',
  'whatsapp-templates',
];

test('every list of the API either grows, and is read by indexes, or is known to stay small', () => {
  expect(apiLists.map(({ name }) => name).sort()).toEqual([...Object.keys(growing), ...small].sort());
});

const listOf = (name: string) => apiLists.find((one) => one.name === name) as ApiList;

test.each(Object.entries(growing))('a page of %s is read in the order of an index, unless by %j', async (name, of) => {
  const list = listOf(name);
  expect(await withPath(list, (path) => sortedKeys(list, path))).toEqual(of.sorted);
});

test.each(Object.entries(growing))('rare rows of %s are found by an index, unless by %j', async (name, of) => {
  const list = listOf(name);
  expect(await withPath(list, (path) => scanningFilters(list, path))).toEqual(of.scanning);
});

/** Whether an index finds rows by a field. */
function isFoundBy(list: ApiList, field: string, conditions: readonly string[]): boolean {
  const column = new RegExp(`\\b${foundBy[`${list.name.split('/').at(-1)}.${field}`] ?? snakeCase(field)}\\b`);
  return conditions.some((one) => column.test(one));
}

/** The conditions whose cost is not that which a list says, by the indexes that Postgres can use. */
async function wrongCosts(list: ApiList, path: string, { workspaceId, token }: Owner): Promise<string[]> {
  const found: string[] = [];
  for (const { name, value } of list.conditions) {
    const [field = ''] = /(?<=\[)\w+/.exec(name) ?? [];
    const sortBy = list.keys.includes(field) ? field : (list.keys[0] ?? '');
    const { cost, pages } = await costOf(path, token, { [name]: value, sortBy });
    const plans: Plan[] = [];
    for (const page of pages) plans.push(...(await explain(app, workspaceId, page, ['enable_seqscan = off'])));
    const isFound = isFoundBy(list, field, plans.flatMap(indexConditions));
    if (cost !== (isFound ? 'indexed' : 'scan')) found.push(`${field}: ${cost}`);
  }
  return found;
}

async function costOf(path: string, token: string, query: Record<string, string>) {
  sentSince();
  const { status, headers } = await app.rest(`GET ${path}?${new URLSearchParams(query)}`, { as: token });
  const pages = sentSince().filter(({ text }) => /order by/.test(text));
  expect([query, status]).toEqual([query, 200]);
  return { cost: headers.get('x-filter-cost'), pages };
}

/** Members are those of two tables, whose rows are all read. */
const filtered = apiLists.filter(({ name, conditions }) => conditions.length > 0 && name !== 'members');

test.each(filtered.map(({ name }) => name))('the filters of %s cost what X-Filter-Cost says', async (name) => {
  const list = listOf(name);
  const of = list.parent ? owner : newcomer;
  expect(await withPath(list, (path) => wrongCosts(list, path, of), of)).toEqual([]);
});

test('Postgres plans a list with a filter for its value, and keeps the plans of lists without filters', async () => {
  const path = `/workspaces/${owner.workspaceId}/contacts`;
  const isPrepared = async (filter: Record<string, string>) =>
    (await pagesOf(path, { sortBy: 'name', sortOrder: 'asc', ...filter })).map(({ name }) => name !== undefined);
  expect(await isPrepared({ status: 'lost' })).toEqual([false]);
  expect(await isPrepared({})).toEqual([true]);
});
