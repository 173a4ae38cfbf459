import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '../src/app/prepare-database.js';
import type { Sql } from '../src/platform/database/database.js';
import { createTenantScope, type TenantScope } from '../src/platform/database/tenant-scope.js';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.js';
import { cpuSeconds, cpuSecondsOfFamily } from './harness/meters.js';

/**
 * The cost of row-level security: the five statements of the nested list, as the server sends them, on a database without
 * policies and on one with them; there once in the tenant scope, like requests, and once outside of it, like the engine.
 * The three are measured in alternating rounds with a changing order, so that other load affects all of them alike.
 */
const workers = 16;
const windowMs = 2_000;
const rounds = 6;

const flows = 'select id, name, folder_id from flows where workspace_id = $1 order by id desc limit 20';
const folders = 'select id, name from flow_folders where workspace_id = $1 and id = any($2::uuid[])';
const executions = `select p.* from unnest($2::uuid[]) as f(id) cross join lateral (select id, flow_id, status from executions
  where workspace_id = $1 and flow_id = f.id order by id desc limit 5) p`;
const steps = `select execution_id, node_id, status, output from execution_steps
  where workspace_id = $1 and execution_id = any($2::uuid[]) order by execution_id, id`;
const access = 'select role from members where workspace_id = $1 limit 1';

type Ids = { id: string }[];
const idsOf = (rows: Ids) => rows.map(({ id }) => id);

async function request(sql: Sql, outside: Sql, workspaceId: string): Promise<void> {
  await outside.query({ name: 'a', text: access, values: [workspaceId] });
  const found = await sql.query<{ id: string }>({ name: 'f', text: flows, values: [workspaceId] });
  const [, runs] = await Promise.all([
    sql.query({ name: 'd', text: folders, values: [workspaceId, []] }),
    sql.query<{ id: string }>({ name: 'e', text: executions, values: [workspaceId, idsOf(found.rows)] }),
  ]);
  await sql.query({ name: 's', text: steps, values: [workspaceId, idsOf(runs.rows)] });
}

interface Measured {
  perSecond: number;
  /** CPU time per request in milliseconds, of this process and of Postgres. */
  cpuMs: number;
}

/** Concurrent loops for some time. CPU time matters most, because the machine may run other programs. */
async function measure(postmaster: number, run: (index: number) => Promise<void>): Promise<Measured> {
  const cpu = () => cpuSeconds(process.pid) + cpuSecondsOfFamily(postmaster);
  const before = cpu();
  const end = performance.now() + windowMs;
  let requests = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      for (; performance.now() < end; requests++) await run(index);
    }),
  );
  return { perSecond: (requests * 1_000) / windowMs, cpuMs: ((cpu() - before) * 1_000) / requests };
}

async function seed(pool: pg.Pool): Promise<string> {
  const account = await pool.query<{ id: string }>(`insert into accounts (name) values ('a') returning id`);
  const made = await pool.query<{ id: string }>(
    `insert into workspaces (account_id, name) values ($1, 'w') returning id`,
    [account.rows[0]?.id],
  );
  const workspace = made.rows[0]?.id as string;
  await pool.query(
    `insert into flows (workspace_id, name, settings) select $1, 'f' || n, '{}' from generate_series(1, 1000) n`,
    [workspace],
  );
  await pool.query(
    `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, status, trigger, started_at, created_at)
     select uuidv7(), workspace_id, id, name, 1, 'completed', 'manual', now(), now() from flows, generate_series(1, 20)
     where workspace_id = $1`,
    [workspace],
  );
  await pool.query(
    `insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, output, started_at)
     select workspace_id, id, 'n' || n, uuidv7(), 'data.set', 'n', 'completed', '{"a":1}', now() from executions, generate_series(1, 5) n
     where workspace_id = $1`,
    [workspace],
  );
  return workspace;
}

async function dropTenantPolicies(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string }>(
    `select c.oid::regclass::text as "table" from pg_policy join pg_class c on c.oid = polrelid`,
  );
  for (const { table } of rows) await pool.query(`alter table ${table} disable row level security`);
}

async function openBench(postgres: { url: string; adminUrl: string }, name: string): Promise<Bench> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner workspace`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = name;
  await prepareDatabase({ url: url.href });
  const pool = new pg.Pool({ connectionString: url.href, max: 20 });
  const scope = createTenantScope({ connect: { url: url.href }, types: undefined, poolSize: 20 });
  const workspaces = [];
  for (let n = 0; n < 4; n++) workspaces.push(await seed(pool));
  await pool.query('analyze');
  return { pool, scope, workspaces };
}

interface Bench {
  pool: pg.Pool;
  scope: TenantScope;
  workspaces: string[];
}

/** Prints the median of the rounds of each contender. */
export async function benchRowSecurity(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-row-security-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const open = await openBench(postgres, 'open_rows');
    const closed = await openBench(postgres, 'closed_rows');
    await dropTenantPolicies(open.pool);
    const of = ({ workspaces }: Bench, index: number) => workspaces[index % workspaces.length] as string;
    const one = ({ workspaces }: Bench) => workspaces[0] as string;
    const subjects: Record<string, (index: number) => Promise<void>> = {
      'without policies, one workspace': () => request(open.pool, open.pool, one(open)),
      'with policies, in the tenant scope, one workspace': () =>
        request(closed.scope.within(one(closed)), closed.pool, one(closed)),
      'with policies, outside of it, one workspace': () => request(closed.pool, closed.pool, one(closed)),
      'without policies, four workspaces': (index) => request(open.pool, open.pool, of(open, index)),
      'with policies, in the tenant scope, four workspaces': (index) =>
        request(closed.scope.within(of(closed, index)), closed.pool, of(closed, index)),
    };
    const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n')[0]);
    const names = Object.keys(subjects);
    const all = new Map<string, Measured[]>(names.map((name) => [name, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const [index] of names.entries()) {
        const name = names[(index + round) % names.length] as string;
        const measured = await measure(postmaster, subjects[name] as (index: number) => Promise<void>);
        // The first round is a warm-up.
        if (round > 0) all.get(name)?.push(measured);
      }
    }
    for (const [name, measured] of all) {
      const cpu = middle(measured.map(({ cpuMs }) => cpuMs));
      const perSecond = middle(measured.map((one) => one.perSecond));
      process.stdout.write(`${name}: ${cpu.toFixed(2)} ms of CPU time per request, ${perSecond.toFixed(0)}/s\n`);
    }
    await Promise.all([open, closed].flatMap(({ pool, scope }) => [pool.end(), scope.pool.end()]));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

if (import.meta.main) await benchRowSecurity();
