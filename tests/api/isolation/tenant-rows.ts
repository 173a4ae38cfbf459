import type { Pool } from 'pg';

/** Tables that the server derives from others by itself, some time later. */
const derived = /^(analytics_|usage_(days|deltas|hours)$|execution_(start_rates|deltas|totals)$)/;

/** A digest of all rows of a workspace, by table. */
export async function tenantRows(pool: Pool, workspaceId: string): Promise<Map<string, string>> {
  const text = statements.get(pool) ?? digests(pool);
  statements.set(pool, text);
  const { rows } = await pool.query<{ name: string; digest: string }>({
    name: 'tenant_rows',
    text: await text,
    values: [workspaceId],
  });
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Prepared once: planning takes much longer than reading. */
const statements = new WeakMap<Pool, Promise<string>>();

async function digests(pool: Pool): Promise<string> {
  const tables = await pool.query<{ name: string; key: string }>(
    `select c.oid::regclass::text as name, a.attname as key from pg_class c
       join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (a.attname = 'workspace_id' or (c.relname = 'workspaces' and a.attname = 'id'))
     order by 1`,
  );
  return tables.rows
    .filter(({ name }) => !derived.test(name))
    .map(
      ({ name, key }) => `select '${name}' as name,
      count(*) || ' rows ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest
      from ${name} t where t.${key} = $1::uuid`,
    )
    .join(' union all ');
}

/** The tables whose rows differ. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((table) => before.get(table) !== after.get(table));
}
