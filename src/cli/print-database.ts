import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../platform/database/migrate.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';

const columnsSql = `select table_name, column_name || ' ' || case when data_type = 'ARRAY' then udt_name else data_type end
  || case when is_nullable = 'NO' then ' not null' else '' end
  || coalesce(' default ' || column_default, '') as line
  from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`;
const constraintsSql = `select conrelid::regclass::text as table_name, conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, conname`;
const indexesSql = `select tablename as table_name, indexdef as line from pg_indexes where schemaname = 'public' order by 1, indexname`;

type Line = { table_name: string; line: string };

/** Writes the tables as the migrations leave them: the golden that a change of the database shows in. */
async function main(path = 'schema/database.sql'): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'print-database-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate({ url: postgres.url, migrations });
    await writeFile(path, await describe(postgres.url));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function describe(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [columns, constraints, indexes] = await Promise.all(
      [columnsSql, constraintsSql, indexesSql].map(async (text) => (await client.query<Line>(text)).rows),
    );
    const linesOf = (rows: Line[] | undefined, table: string) =>
      (rows ?? []).filter((row) => row.table_name === table).map((row) => row.line);
    const tables = [...new Set((columns ?? []).map((row) => row.table_name))].filter(
      (name) => !name.startsWith('mikro_orm'),
    );
    return tables
      .map((table) => {
        const body = [...linesOf(columns, table), ...linesOf(constraints, table)]
          .map((line) => `  ${line}`)
          .join(',\n');
        return `create table ${table} (\n${body}\n);\n${linesOf(indexes, table)
          .map((line) => `${line};\n`)
          .join('')}`;
      })
      .join('\n');
  } finally {
    await client.end();
  }
}

await main(process.argv[2]);
