import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTenant, type Tenant } from '../harness/client.js';
import { median, percentile, show, table } from '../harness/figures.js';
import type { BenchFixture, Build, FixtureDatabase } from '../harness/fixture.js';
import { createValueFunctions, fillTable } from './fill-tables.js';
import { filterReport, filterRequests, type MeasuredFilter } from './filters.js';
import { growingLists } from './growing-lists.js';
import { type CostliestNode, costliestNode } from './plans.js';
import { type ListRequest, requestsOf } from './requests.js';

/** The rows of each table in the measured workspace; three other workspaces have as many each. */
const rows = Number(process.env.BENCH_ROWS ?? 300_000);
const otherWorkspaces = Number(process.env.BENCH_OTHERS ?? 3);
/** Only lists of these tables, because more rows take longer than there is time for: `executions,contacts`. */
const onlyTables = process.env.BENCH_TABLES?.split(',');
const lists = growingLists().filter((list) => !onlyTables || onlyTables.includes(list.table));

const asks = 12;
/** A request that is slow is repeated less often. */
const secondsOfRequest = 2;
const slowMs = 20;
/** How many slow requests are explained and shown. */
const shown = 60;

/** Records that lists belong to; there are few of them. */
const parentTables = ['agents', 'campaigns', 'follow_up_sequences', 'webhooks'];
const parentRows = 20;

interface Measured extends ListRequest {
  /** Milliseconds of the first request, which counts the total, and of those after it. */
  first: number;
  later: number[];
  total: number;
}

/** Every growing list of a large workspace beside others, in every order and with every filter, over REST. */
export async function benchLists(fixture: BenchFixture): Promise<string> {
  const database = await fixture.createDatabase('lists');
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    const tenant = await fill(fixture, database, admin);
    const server = await fixture.startServer(fixture.builds[0] as Build, database, { ROLE: 'api' });
    const ask = (request: ListRequest) => askFor(`${server.url}/workspaces/${tenant.workspaceId}`, tenant, request);
    const measured: Measured[] = [];
    for (const list of lists) {
      const requests = await requestsOf(admin, list, tenant.workspaceId);
      if (requests[0]) await ask(requests[0]);
      const ofList: Measured[] = [];
      for (const request of requests) ofList.push(await measure(request, ask));
      measured.push(...ofList);
      fixture.note(`${list.path}: ${ofList.length} requests, ${ofList.filter(isSlow).length} slow`);
    }
    const ofFilters: MeasuredFilter[] = [];
    if (lists.some((list) => list.table === 'contacts')) {
      for (const request of await filterRequests(admin, tenant.workspaceId)) {
        const measuredOne = await measure(request, ask);
        ofFilters.push({ ...measuredOne, cost: (await ask(request)).cost });
      }
      fixture.note(filterReport(ofFilters));
    }
    const report = await reportOf(measured, (request) => costliestNode(admin, () => ask(request)));
    await server.stop();
    return ofFilters.length > 0 ? `${filterReport(ofFilters)}\n\n${report}` : report;
  } finally {
    await admin.end();
  }
}

/** Fills the tables of the lists. Sums of usage are written by a server that does everything, which the lists are not read from. */
async function fill(fixture: BenchFixture, database: FixtureDatabase, admin: pg.Client): Promise<Tenant> {
  const server = await fixture.startServer(fixture.builds[0] as Build, database, { ROLE: 'all' });
  const tenant = await createTenant(server.url);
  const { rows: created } = await admin.query<{ id: string }>(
    `insert into workspaces (account_id, name) select account_id, 'Other ' || n from workspaces, generate_series(1, $1) n
     where id = $2 returning id`,
    [otherWorkspaces, tenant.workspaceId],
  );
  const workspaceIds = [tenant.workspaceId, ...created.map(({ id }) => id)];
  await createValueFunctions(admin, rows);
  await admin.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`);
  const tables = new Set(lists.map((list) => list.table));
  const began = performance.now();
  if (tables.has('usage_events')) await fillTable(admin, lists, 'usage_events', { rows, workspaceIds, triggers: true });
  await untilSummed(admin);
  await server.stop();
  const parents = ['flows', 'conversations'].filter((name) => !tables.has(name));
  for (const name of parents) await fillTable(admin, growingLists(), name, { rows: 200, workspaceIds });
  for (const name of parentTables) await fillTable(admin, lists, name, { rows: parentRows, workspaceIds });
  for (const name of tables) {
    if (name !== 'usage_events') await fillTable(admin, lists, name, { rows, workspaceIds });
    fixture.note(`${name}: ${rows * workspaceIds.length} rows after ${show((performance.now() - began) / 1_000)} s`);
  }
  await admin.query('checkpoint');
  // Once more: commits that were not on the disk yet could not be marked as visible to all.
  await admin.query('vacuum analyze');
  return tenant;
}

async function untilSummed(admin: pg.Client): Promise<void> {
  for (;;) {
    const { rows: left } = await admin.query('select from usage_deltas limit 1');
    if (left.length === 0) return;
    await delay(500);
  }
}

interface Answered {
  ms: number;
  /** `X-Filter-Cost`. */
  cost: string | null;
  total: number;
}

async function askFor(base: string, { apiKey }: Tenant, { path, query }: ListRequest): Promise<Answered> {
  const url = `${base}/${path}?${new URLSearchParams(query)}`;
  const began = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const text = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  const { total } = (JSON.parse(text) as { pagination: { total: number } }).pagination;
  return { ms, total, cost: response.headers.get('x-filter-cost') };
}

async function measure(request: ListRequest, ask: (request: ListRequest) => Promise<Answered>): Promise<Measured> {
  const { ms: first, total } = await ask(request);
  const later: number[] = [];
  const end = performance.now() + secondsOfRequest * 1_000;
  while (later.length < asks && (later.length < 3 || performance.now() < end)) later.push((await ask(request)).ms);
  return { ...request, first, later, total };
}

const p95 = ({ later }: Measured) => percentile(later, 0.95);
const isSlow = (one: Measured) => p95(one) > slowMs;

async function reportOf(
  measured: readonly Measured[],
  explain: (request: ListRequest) => Promise<CostliestNode | null>,
): Promise<string> {
  const slow = measured.filter(isSlow).toSorted((a, b) => median(b.later) - median(a.later));
  const lines: (string | number)[][] = [];
  for (const one of slow.slice(0, shown)) {
    const node = await explain(one);
    const plan = node
      ? `${node.name}: ${show(node.ms)} of ${show(node.statementMs)} ms, ${node.blocks.toLocaleString('en')} blocks`
      : '–';
    lines.push([one.name, one.total.toLocaleString('en'), show(one.first), median(one.later), p95(one), plan]);
  }
  const share = (count: number) => `${((100 * count) / measured.length).toFixed(1)} %`;
  const fast = measured.length - slow.length;
  const usual = measured.filter(({ later }) => median(later) <= slowMs).length;
  const fastFirst = measured.filter(({ first }) => first <= slowMs).length;
  const firsts = measured
    .toSorted((a, b) => b.first - a.first)
    .slice(0, 20)
    .map((one): (string | number)[] => [one.name, one.total.toLocaleString('en'), one.first, median(one.later)]);
  return [
    table(['list, slowest first', 'rows found', 'first ms', 'p50 ms', 'p95 ms', 'costliest node of the plan'], lines),
    table(['slowest at the first look', 'rows found', 'first ms', 'later p50 ms'], firsts),
    `${measured.length} combinations with ${rows.toLocaleString('en')} rows of ${otherWorkspaces + 1} workspaces each: p95 under ` +
      `${slowMs} ms ${share(fast)}, the median ${share(usual)}, the first look under ${slowMs} ms ${share(fastFirst)}.`,
  ].join('\n\n');
}
