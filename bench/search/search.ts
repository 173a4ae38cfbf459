import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { searchSources } from '../../src/app/modules.js';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { contacts } from '../../src/contexts/crm/definitions/index.js';
import { hitSources, searchWorkspace } from '../../src/contexts/insight/search/index.js';
import { capabilities } from '../../src/platform/access/capabilities.js';
import { createTenantScope, type TenantSql } from '../../src/platform/database/tenant-scope.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { listRecords } from '../../src/platform/records/index.js';
import type { SearchSource } from '../../src/platform/search/index.js';
import { documentsSql } from '../../src/platform/search/index.js';
import { percentile } from '../harness/figures.js';
import { threadCpuMs } from '../harness/meters.js';

/**
 * Search among a million contacts of one workspace, in the tenant scope like in the server: the duration of each kind of
 * query, and the plan of one. `node dist/bench/search/search.js [contacts] [folder]`. A folder keeps the database: the next run
 * migrates and measures it.
 */
const contactCount = Number(process.argv[2] ?? 1_000_000);
const keptFolder = process.argv[3];
const questions = 60;
const sources = hitSources(searchSources);
/** The process of Postgres that answers. */
let backend = 0;

const first =
  'Ana Luis Marta Jorge Elena Pablo Lucia Diego Sara Ivan Carmen Hugo Nuria Oscar Irene Raul Alba Marcos Julia Andres'.split(
    ' ',
  );
const last =
  'Garcia Fernandez Gonzalez Rodriguez Lopez Martinez Sanchez Perez Gomez Martin Jimenez Ruiz Hernandez Diaz Moreno Alvarez Romero Alonso Gutierrez Navarro'.split(
    ' ',
  );

async function seed(pool: pg.Pool): Promise<string> {
  const kept = await pool.query<{ id: string }>('select id from workspaces');
  if (kept.rows[0]) return kept.rows[0].id;
  const account = await pool.query<{ id: string }>(`insert into accounts (name) values ('a') returning id`);
  const made = await pool.query<{ id: string }>(
    `insert into workspaces (account_id, name) values ($1, 'w') returning id`,
    [account.rows[0]?.id],
  );
  const workspace = made.rows[0]?.id as string;
  // The index is created after all documents were inserted, which is faster and not part of the measurement.
  await pool.query('drop index search_documents_tokens');
  await pool.query(
    `insert into contacts (workspace_id, id, name, email, phone, company, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     select $1, uuidv7(), f || ' ' || l || ' ' || h, lower(f || '.' || l || n) || '@example' || n % 5000 || '.com', '+34' || 600000000 + n,
       'Company ' || h, 'lead', '{}', false, '{}', now() - n * interval '1 second', now() - n * interval '1 second'
     from (select n, ($2::text[])[1 + n % 20] as f, ($3::text[])[1 + (n / 20) % 20] as l, substr(md5(n::text), 1, 7) as h
       from generate_series(1, $4::int) n) s`,
    [workspace, first, last, contactCount],
  );
  await pool.query(
    `insert into search_documents (kind, workspace_id, id, tokens) ${documentsSql(sources.get('contacts') as SearchSource)}`,
  );
  await pool.query(
    `set maintenance_work_mem = '512MB'; create index search_documents_tokens on search_documents using gin (tokens)`,
  );
  await pool.query('vacuum analyze search_documents');
  await pool.query('vacuum analyze contacts');
  return workspace;
}

async function main(): Promise<void> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'bench-search-')));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  try {
    await prepareDatabase({ url: postgres.url });
    const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
    const scope = createTenantScope({ connect: { url: postgres.url }, types: undefined, poolSize: 1 });
    try {
      const workspaceId = await seed(pool);
      await report(scope.within(workspaceId), pool, workspaceId);
    } finally {
      await Promise.all([scope.pool.end(), pool.end()]);
    }
  } finally {
    await postgres.stop();
    if (!keptFolder) await rm(folder, { recursive: true, force: true });
  }
}

async function report(sql: TenantSql, pool: pg.Pool, workspaceId: string): Promise<void> {
  const own = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  backend = own.rows[0]?.pid ?? 0;
  const scope = { workspaceId, sql, reads: sql, access: { capabilities: new Set(capabilities) } } as never;
  const { rows } = await pool.query<{ id: string; name: string; email: string; phone: string }>(
    `select id, name, email, phone from contacts order by md5(id::text) limit ${questions}`,
  );
  const kinds: Record<string, (row: (typeof rows)[number]) => string> = {
    'a whole name': ({ name }) => name,
    'the beginning of a rare word': ({ name }) => name.split(' ')[2]?.slice(0, 5) ?? '',
    'first and last name (2,500 hits)': ({ name }) => name.split(' ').slice(0, 2).join(' '),
    'a first name (50,000 hits)': ({ name }) => name.split(' ')[0] ?? '',
    'two first names (no hit)': ({ name }) => twoOf(first, name),
    'a word of all contacts': ({ name }) => `company ${name.slice(0, 2)}`,
    'an ID': ({ id }) => id,
    'one letter': ({ name }) => name.slice(0, 1),
    'an email address': ({ email }) => email,
    'part of a phone number': ({ phone }) => phone.slice(5),
    'a mistake in a rare word': ({ name }) => mistaken(name.split(' ')[2] ?? ''),
    'a mistake in a frequent name': ({ name }) => mistaken(name.split(' ')[1] ?? ''),
    'a mistake beside a frequent name': ({ name }) => `${name.split(' ')[0]} ${mistaken(name.split(' ')[1] ?? '')}`,
    'nothing like it': ({ name }) => `${name.split(' ')[2]}qxz`,
  };
  process.stdout.write(
    `| ${contactCount} contacts, all 13 types | p50 ms | p95 ms | max ms | CPU p50 ms | CPU p95 ms |\n|---|---|---|---|---|---|\n`,
  );
  // A warm-up, so that frequently used pages are in memory.
  for (const question of Object.values(kinds))
    await timed(rows.slice(0, 20).map((row) => () => searchWorkspace(scope, sources, { q: question(row) })));
  const all: Measured[] = [];
  for (const [kind, question] of Object.entries(kinds)) {
    const measured = await timed(rows.map((row) => () => searchWorkspace(scope, sources, { q: question(row) })));
    all.push(measured);
    process.stdout.write(`| ${kind} | ${figures(measured)} |\n`);
  }
  const [times, cpuMs] = [all.flatMap((one) => one.times), all.flatMap((one) => one.cpuMs)];
  process.stdout.write(`| **all of them** | ${figures({ times, cpuMs })} |\n`);
  const anything = { has: () => true, below: () => anything };
  const lists = rows.map(
    ({ name }) =>
      () =>
        listRecords(scope, contacts, { search: name.slice(2) }, anything),
  );
  process.stdout.write(`| the list of contacts with \`search\` and its total | ${figures(await timed(lists))} |\n`);
  const plan = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) select d.id from search_documents_contacts d
     where d.tokens @> search_pieces('${workspaceId}', 'contacts', array[' an', 'ana', ' ga', 'gar']) limit 100`,
  );
  process.stdout.write(`\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
}

/** The name of a row, and the one behind it in a list. */
function twoOf(names: readonly string[], name: string): string {
  const at = names.indexOf(name.split(' ')[0] ?? '');
  return `${names[at]} ${names[(at + 1) % names.length]}`;
}

function mistaken(word: string): string {
  return `${word.slice(0, 3)}x${word.slice(4)}`;
}

interface Measured {
  times: number[];
  /** CPU time of each query, in this process and in Postgres, which other load on the machine hardly changes. */
  cpuMs: number[];
}

async function timed(asks: (() => Promise<unknown>)[]): Promise<Measured> {
  const measured: Measured = { times: [], cpuMs: [] };
  const cpu = () => threadCpuMs(process.pid) + threadCpuMs(backend);
  for (const ask of asks) {
    const [start, before] = [performance.now(), cpu()];
    await ask();
    measured.times.push(performance.now() - start);
    measured.cpuMs.push(cpu() - before);
  }
  return measured;
}

function figures({ times, cpuMs }: Measured): string {
  const of = (all: readonly number[], share: number) => percentile(all, share).toFixed(1);
  return [of(times, 0.5), of(times, 0.95), of(times, 1), of(cpuMs, 0.5), of(cpuMs, 0.95)].join(' | ');
}

await main();
