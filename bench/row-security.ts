import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../migrations/index.js';
import { migrate } from '../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.js';

/**
 * What row-level security would cost the nested list: the same five statements, once as the server sends them (each on
 * any connection of the pool, side by side where they can be), once in a transaction that names the workspace first.
 */
const workers = 16;
const windowMs = 4_000;
const rounds = 3;

const flows = 'select id, name, folder_id from flows where workspace_id = $1 order by id desc limit 20';
const folders = 'select id, name from flow_folders where workspace_id = $1 and id = any($2::uuid[])';
const executions = `select p.* from unnest($2::uuid[]) as f(id) cross join lateral (select id, flow_id, status from executions
  where workspace_id = $1 and flow_id = f.id order by id desc limit 5) p`;
const steps = `select execution_id, node_id, status, output from execution_steps
  where workspace_id = $1 and execution_id = any($2::uuid[]) order by execution_id, id`;
const access = 'select role from members where workspace_id = $1 limit 1';

type Ids = { id: string }[];
const idsOf = (rows: Ids) => rows.map(({ id }) => id);

async function asNow(pool: pg.Pool, workspaceId: string): Promise<void> {
  await pool.query({ name: 'a', text: access, values: [workspaceId] });
  const found = await pool.query<{ id: string }>({ name: 'f', text: flows, values: [workspaceId] });
  const [, runs] = await Promise.all([
    pool.query({ name: 'd', text: folders, values: [workspaceId, []] }),
    pool.query<{ id: string }>({ name: 'e', text: executions, values: [workspaceId, idsOf(found.rows)] }),
  ]);
  await pool.query({ name: 's', text: steps, values: [workspaceId, idsOf(runs.rows)] });
}

async function withPolicies(pool: pg.Pool, workspaceId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'c', text: `select set_config('app.ws', $1, true)`, values: [workspaceId] });
    await client.query({ name: 'a', text: access, values: [workspaceId] });
    const found = await client.query<{ id: string }>({ name: 'f', text: flows, values: [workspaceId] });
    await client.query({ name: 'd', text: folders, values: [workspaceId, []] });
    const runs = await client.query<{ id: string }>({
      name: 'e',
      text: executions,
      values: [workspaceId, idsOf(found.rows)],
    });
    await client.query({ name: 's', text: steps, values: [workspaceId, idsOf(runs.rows)] });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Requests a second of `workers` loops side by side, and the median of one request in milliseconds. */
async function measure(run: () => Promise<void>): Promise<{ perSecond: number; median: number }> {
  const times: number[] = [];
  const end = performance.now() + windowMs;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        await run();
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { perSecond: (times.length * 1_000) / windowMs, median: times[Math.floor(times.length / 2)] as number };
}

async function seed(pool: pg.Pool): Promise<string> {
  const account = await pool.query<{ id: string }>(`insert into accounts (name) values ('a') returning id`);
  const made = await pool.query<{ id: string }>(
    `insert into workspaces (account_id, name) values ($1, 'w') returning id`,
    [account.rows[0]?.id],
  );
  const workspace = made.rows[0]?.id as string;
  await pool.query(
    `insert into flows (workspace_id, name, trigger_type, settings) select $1, 'f' || n, 'manual', '{}' from generate_series(1, 1000) n`,
    [workspace],
  );
  await pool.query(
    `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, status, phase, trigger, started_at, created_at)
     select uuidv7(), workspace_id, id, name, 1, 'completed', 'done', 'manual', now(), now() from flows, generate_series(1, 20)`,
  );
  await pool.query(
    `insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, output, started_at)
     select workspace_id, id, 'n' || n, uuidv7(), 'data.set', 'n', 'completed', '{"a":1}', now() from executions, generate_series(1, 5) n`,
  );
  await pool.query('analyze');
  return workspace;
}

async function protect(pool: pg.Pool): Promise<void> {
  for (const table of ['flows', 'flow_folders', 'executions', 'execution_steps', 'members']) {
    await pool.query(`alter table ${table} enable row level security; alter table ${table} force row level security;
      create policy own on ${table} using (workspace_id = (select nullif(current_setting('app.ws', true), '')::uuid))`);
  }
}

/** Prints both and their ratio. */
export async function benchRowSecurity(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-row-security-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const databases = await Promise.all(
      ['open_rows', 'closed_rows'].map(async (name) => {
        const admin = new pg.Client({ connectionString: postgres.adminUrl });
        await admin.connect();
        await admin.query(`create database ${name} owner workspace`);
        await admin.end();
        const url = new URL(postgres.url);
        url.pathname = name;
        await migrate({ url: url.href, migrations });
        return new pg.Pool({ connectionString: url.href, max: 20 });
      }),
    );
    const [open, closed] = databases as [pg.Pool, pg.Pool];
    const [inOpen, inClosed] = [await seed(open), await seed(closed)];
    await protect(closed);
    for (let round = 1; round <= rounds; round++) {
      const now = await measure(() => asNow(open, inOpen));
      const walled = await measure(() => withPolicies(closed, inClosed));
      process.stdout.write(
        `row security ${round}/${rounds}: without ${now.perSecond.toFixed(0)}/s, median ${now.median.toFixed(1)} ms; with ${walled.perSecond.toFixed(0)}/s, median ${walled.median.toFixed(1)} ms; ratio ${(walled.perSecond / now.perSecond).toFixed(2)}\n`,
      );
    }
    await Promise.all(databases.map((pool) => pool.end()));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await benchRowSecurity();
