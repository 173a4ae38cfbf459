import type pg from 'pg';
import type { Filter, GrowingList } from './growing-lists.js';

/** A request of a list that is measured. */
export interface ListRequest {
  /** `contacts status=customer (rare) by name asc`. */
  name: string;
  path: string;
  query: Record<string, string>;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** The first page of a list in every order, and with a frequent, a rare and an absent value of every filter in two orders. */
export async function requestsOf(admin: pg.Client, list: GrowingList, workspaceId: string): Promise<ListRequest[]> {
  const path = await ofLargestParent(admin, list, workspaceId);
  const orders = list.sortKeys.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })));
  const plain = orders.map((query) => ({ name: `${list.path} by ${query.sortBy} ${query.sortOrder}`, path, query }));
  const other = list.sortKeys.find((key) => key !== 'createdAt');
  const filtered: ListRequest[] = [];
  for (const filter of list.filters) {
    for (const [kind, value] of Object.entries(await valuesOf(admin, list, filter, workspaceId))) {
      const shown = value.length > 20 ? '' : `=${value}`;
      const name = `${list.path} ${filter.name}${shown} (${kind})`;
      const query = { [filter.name]: value };
      filtered.push({ name, path, query });
      const order: Record<string, string> = other ? { sortBy: other, sortOrder: 'asc' } : { sortOrder: 'asc' };
      filtered.push({ name: `${name} by ${Object.values(order).join(' ')}`, path, query: { ...query, ...order } });
    }
  }
  return [...plain, ...filtered];
}

/** The most frequent value of a filter, a rare one, and one that no row has; without those that do not exist. */
async function valuesOf(
  admin: pg.Client,
  { table }: GrowingList,
  { values, expression }: Filter,
  workspaceId: string,
): Promise<Record<string, string>> {
  const { rows } = await admin.query<{ value: string; type: string; n: number }>(
    `select value::text as value, pg_typeof(value)::text as type, count(*)::integer as n
     from (select ${expression} as value from ${table} r where r.workspace_id = $1) v
     where value is not null group by 1, 2 order by n desc, value`,
    [workspaceId],
  );
  const [frequent] = rows;
  if (!frequent) return {};
  const rare = rows.at(-1);
  const unused = values?.find((value) => !rows.some((row) => row.value === value));
  const free = frequent.type === 'uuid' ? noId : frequent.type === 'integer' ? '987654321' : 'absent';
  const absent = values || frequent.type === 'boolean' ? unused : free;
  return {
    frequent: frequent.value,
    ...(rare && rare !== frequent && { rare: rare.value }),
    ...(absent !== undefined && { absent }),
  };
}

/** The path of a list; of a list that belongs to a record, for the record with the most rows. */
async function ofLargestParent(admin: pg.Client, { path, table }: GrowingList, workspaceId: string): Promise<string> {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (!name) return path;
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const { rows } = await admin.query<{ id: string }>(
    `select ${column} as id from ${table} where workspace_id = $1 group by 1 order by count(*) desc limit 1`,
    [workspaceId],
  );
  return path.replace(/\{\w+\}/, rows[0]?.id ?? noId);
}
