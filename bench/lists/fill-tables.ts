import type pg from 'pg';
import { type Column, expressionOf, useOf } from './column-values.js';
import type { GrowingList } from './growing-lists.js';

/** Rows of the workspaces are created in the order of their time, interleaved, in statements of this many of each. */
const batch = 50_000;

/** Creates the functions for values: a time and an ID (UUIDv7) by the number of a row, and numbers from 0 to 1. */
export async function createValueFunctions(admin: pg.Client, rows: number): Promise<void> {
  const ms = `(extract(epoch from now())::bigint * 1000 - 31536000000 + n * ${Math.floor(31_536_000_000 / rows)})`;
  const { rows: found } = await admin.query<{ begin: string }>(
    `select (extract(epoch from now())::bigint * 1000 - 31536000000)::text as begin`,
  );
  const at = ms.replace(/extract.*31536000000/, `${found[0]?.begin}`);
  await admin.query(`
    create function bench_time(n bigint) returns timestamptz language sql immutable as $$ select to_timestamp(${at} / 1000.0) $$;
    create function bench_id(n bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex(${at}), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid $$;
    create function bench_u(n bigint, salt integer) returns double precision language sql immutable as $$
      select (hashint8extended(n, salt) & 1048575) / 1048576.0::double precision $$;
    grant execute on all functions in schema public to public`);
}

/**
 * Fills a table for the given workspaces. Its indexes are created afterwards, which takes a third of the time.
 * @param triggers whether the table's triggers write what they derive from its rows
 */
export async function fillTable(
  admin: pg.Client,
  lists: readonly GrowingList[],
  table: string,
  { rows, workspaceIds, triggers = false }: { rows: number; workspaceIds: readonly string[]; triggers?: boolean },
): Promise<void> {
  const columns = await columnsOf(admin, table);
  const context = { table, rows, columns };
  const values = columns.flatMap((column): [string, string][] => {
    const value = expressionOf(column, (name) => useOf(lists, table, name), context);
    return value === null ? [] : [[column.name, `(${value})::${column.type}`]];
  });
  const indexes = await plainIndexes(admin, table);
  await admin.query(`set session_replication_role = ${triggers ? 'origin' : 'replica'}`);
  for (const { name } of indexes) await admin.query(`drop index ${name}`);
  const text = `insert into ${table} (${values.map(([name]) => `"${name}"`)})
    select ${values.map(([, value]) => value)} from generate_series($1::bigint, $2::bigint) n
      cross join workspaces w where w.id = any($3::uuid[])`;
  for (let first = 1; first <= rows; first += batch) {
    await admin.query(text, [first, Math.min(rows, first + batch - 1), workspaceIds]);
  }
  for (const { definition } of indexes) await admin.query(definition);
  for (const text of derivedFrom[table] ?? []) await admin.query(text, [workspaceIds]);
  await admin.query('set session_replication_role = origin');
  await admin.query(`vacuum analyze ${table}`);
}

/** What triggers and functions write beside the rows of a table, for the workspaces of `$1`. */
const derivedFrom: Record<string, string[]> = {
  contacts: [
    `insert into contact_tags (workspace_id, tag, contact_id)
     select workspace_id, unnest(tags), id from contacts where workspace_id = any($1::uuid[])`,
  ],
  flows: [
    `insert into flow_tags (workspace_id, tag, flow_id)
     select workspace_id, unnest(tags), id from flows where workspace_id = any($1::uuid[])`,
  ],
  audit_log: [
    `insert into audit_totals (workspace_id, action, actor_kind, outcome, n)
     select workspace_id, action, actor_kind, outcome, count(*) from audit_log where workspace_id = any($1::uuid[]) group by 1, 2, 3, 4
     on conflict (workspace_id, action, actor_kind, outcome) do update set n = excluded.n`,
  ],
  executions: [
    `insert into execution_totals (workspace_id, flow_id, week, trigger, status, n)
     select e.workspace_id, f.id, e.week, e.trigger, e.status, sum(e.n)
     from (
       select workspace_id, flow_id, week_of_id(id) as week, trigger, status, count(*) as n from executions
       where workspace_id = any($1::uuid[]) group by 1, 2, 3, 4, 5
     ) e cross join lateral (values (e.flow_id), ('00000000-0000-0000-0000-000000000000'::uuid)) f(id)
     group by 1, 2, 3, 4, 5`,
  ],
};

async function columnsOf(admin: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await admin.query<Column & { check: string | null }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, a.atthasdef as "hasDefault",
       (select pg_get_constraintdef(c.oid) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) ~ '= ANY \\(ARRAY' limit 1) as "check",
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary and i.indpred is null
         and a.attnum = i.indkey[i.indnkeyatts - 1]) as "isUnique"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     order by a.attnum`,
    [table],
  );
  return rows.map(({ check, ...column }) => ({
    ...column,
    values: check ? [...check.matchAll(/'([^']+)'::text/g)].map(([, value]) => value as string) : null,
  }));
}

/** The indexes of a table that are no constraint; none for a table with partitions. */
async function plainIndexes(admin: pg.Client, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indrelid = $1::regclass and c.relkind = 'r'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [table],
  );
  return rows;
}
