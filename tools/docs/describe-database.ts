import pg from 'pg';
import { connectionConfig } from '../../src/platform/database/connection-config.js';

const columnsSql = `select table_name, column_name || ' ' || case when data_type = 'ARRAY' then udt_name else data_type end
  || case when is_nullable = 'NO' then ' not null' else '' end
  || coalesce(' default ' || column_default, '') as line
  from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`;
const constraintsSql = `select conrelid::regclass::text as table_name, conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, conname`;
const indexesSql = `select tablename as table_name, indexdef as line from pg_indexes where schemaname = 'public' order by 1, indexname`;
const policiesSql = `select c.oid::regclass::text as table_name,
    case when relforcerowsecurity then 'forced ' else '' end || 'policy ' || polname as line
  from pg_policy join pg_class c on c.oid = polrelid where relnamespace = 'public'::regnamespace and relrowsecurity
  order by 1, polname`;

/** Their names contain dates; they are like the tables that they are parts of. */
const partitionsSql = `select relname as table_name, '' as line from pg_class where relispartition and relkind = 'r'`;

type Line = { table_name: string; line: string };

/** schema/database.sql: the tables, constraints, indexes and policies of a database as text. */
export async function describeDatabase(url: string): Promise<string> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    const read = async (text: string) => (await client.query<Line>(text)).rows;
    const columns = await read(columnsSql);
    const constraints = await read(constraintsSql);
    const indexes = await read(indexesSql);
    const policies = await read(policiesSql);
    const linesOf = (rows: Line[], table: string) =>
      rows.filter((row) => row.table_name === table).map((row) => row.line);
    const parts = new Set((await read(partitionsSql)).map((row) => row.table_name));
    const tables = [...new Set(columns.map((row) => row.table_name))].filter(
      (name) => !name.startsWith('mikro_orm') && !parts.has(name),
    );
    return tables
      .map((table) => {
        const body = [...linesOf(columns, table), ...linesOf(constraints, table)]
          .map((line) => `  ${line}`)
          .join(',\n');
        return `create table ${table} (\n${body}\n);\n${[...linesOf(indexes, table), ...linesOf(policies, table)]
          .map((line) => `${line};\n`)
          .join('')}`;
      })
      .join('\n');
  } finally {
    await client.end();
  }
}
