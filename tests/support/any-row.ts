import pg from 'pg';
import type { TestApp } from './app.js';

const byType: Record<string, string> = {
  uuid: 'uuidv7()',
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
  boolean: 'true',
  json: `'{}'`,
  jsonb: `'[]'`,
  integer: '1',
  'timestamp with time zone': 'now()',
};

/** Inserts a row of any table, with values of the right types in required columns alone, and without references. @returns its ID */
export async function insertAnyRow(app: TestApp, table: string, workspaceId: string): Promise<string> {
  const url = new URL(process.env.TEST_ADMIN_URL as string);
  url.pathname = new URL(app.database.url).pathname;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query('set session_replication_role = replica');
    const { rows: columns } = await admin.query<{ name: string; type: string; value: string | null }>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         (select substring(pg_get_constraintdef(c.oid) from '''([^'']+)''::text') from pg_constraint c
          where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
            and pg_get_constraintdef(c.oid) ~ '= ANY \\(ARRAY' limit 1) as value
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
         and a.attnotnull and (a.attname = 'id' or not a.atthasdef) and a.attname <> 'workspace_id'`,
      [table],
    );
    const values = columns.map(({ type, value }) =>
      value ? `'${value}'` : (byType[type.replace(/\(\d+\)/, '')] ?? `'{}'`),
    );
    const { rows } = await admin.query<{ id: string }>(
      `insert into ${table} (workspace_id, ${columns.map(({ name }) => name).join(', ')}) values ($1, ${values.join(', ')}) returning id`,
      [workspaceId],
    );
    return rows[0]?.id as string;
  } finally {
    await admin.end();
  }
}
