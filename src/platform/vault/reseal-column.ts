import type pg from 'pg';
import { firstOfAll } from './rotation.js';
import type { SealedColumn } from './sealed-column.js';
import type { Vault } from './vault.js';

type SealedRow = Record<string, unknown>;

export interface Reseal {
  pool: pg.Pool;
  /** Must have met no key before the current ones were made. */
  vault: Vault;
  workspaceId: string | null;
  batchSize: number;
  onBatch(resealed: number): void;
}

/** What a pass over a column left as it was: texts that were changed meanwhile, and texts that do not open. */
export interface PassResult {
  overtaken: number;
  /** Each with its table, key and reason. */
  damaged: string[];
  resealed: number;
}

/** The column's texts, as `t`, that are not sealed with the current key of their workspace. */
function staleTexts({ table, column }: SealedColumn): string {
  return `from ${table} t join workspace_keys k on k.workspace_id = t.workspace_id and k.retired_at is null
    where split_part(t.${column}, ':', 2) <> k.key_id and ($1::uuid is null or t.workspace_id = $1)`;
}

export async function countStaleTexts(
  pool: pg.Pool,
  column: SealedColumn,
  workspaceId: string | null,
): Promise<number> {
  const { rows } = await pool.query(`/* count_texts_to_reseal */ select count(*)::int as n ${staleTexts(column)}`, [
    workspaceId,
  ]);
  return rows[0].n;
}

/** Goes over a column once, in the order of its key, and seals with the current keys what is sealed with others. */
export async function resealColumn(column: SealedColumn, reseal: Reseal): Promise<PassResult> {
  const result: PassResult = { overtaken: 0, damaged: [], resealed: 0 };
  const key = ['workspace_id', ...column.key];
  for (let after = key.map(() => firstOfAll); ; ) {
    const rows = await readBatch(column, key, reseal, after);
    const last = rows.at(-1);
    if (!last) return result;
    const done = await Promise.all(rows.map((row) => resealRow(column, reseal.vault, row)));
    const renewed = done.filter((row) => 'renewed' in row);
    const stored = await store(reseal.pool, column, key, renewed);
    result.damaged.push(...done.flatMap((row) => ('damage' in row ? [row.damage] : [])));
    result.overtaken += renewed.length - stored;
    result.resealed += stored;
    reseal.onBatch(stored);
    after = key.map((name) => last[name] as string);
  }
}

async function readBatch(
  column: SealedColumn,
  key: string[],
  { pool, workspaceId, batchSize }: Reseal,
  after: string[],
) {
  const order = key.map((name) => `t.${name}`).join(', ');
  const bounds = after.map((_, index) => `$${index + 3}::uuid`).join(', ');
  const { rows } = await pool.query<SealedRow>(
    `/* texts_to_reseal */ select t.* ${staleTexts(column)} and (${order}) > (${bounds}) order by ${order} limit $2`,
    [workspaceId, batchSize, ...after],
  );
  return rows;
}

type Resealed = { row: SealedRow; renewed: string } | { damage: string };

async function resealRow(column: SealedColumn, vault: Vault, row: SealedRow): Promise<Resealed> {
  const workspaceId = row.workspace_id as string;
  const context = column.context(row);
  try {
    const plain = await vault.open(workspaceId, row[column.column] as string, context);
    return { row, renewed: await vault.seal(workspaceId, plain, context) };
  } catch (error) {
    const key = ['workspace_id', ...column.key].map((name) => `${name} ${row[name]}`).join(', ');
    return { damage: `${column.table} (${key}): ${(error as Error).message}` };
  }
}

/** Compare and set: a text that was replaced meanwhile stays as its writer left it. */
async function store(
  pool: pg.Pool,
  { table, column }: SealedColumn,
  key: string[],
  rows: { row: SealedRow; renewed: string }[],
): Promise<number> {
  const arrays = key.map((_, index) => `$${index + 3}::uuid[]`).join(', ');
  const matches = key.map((name) => `t.${name} = v.${name}`).join(' and ');
  const { rowCount } = await pool.query(
    `/* reseal_texts */ update ${table} t set ${column} = v.renewed
     from unnest($1::text[], $2::text[], ${arrays}) as v(sealed, renewed, ${key.join(', ')})
     where ${matches} and t.${column} = v.sealed`,
    [
      rows.map(({ row }) => row[column]),
      rows.map(({ renewed }) => renewed),
      ...key.map((name) => rows.map(({ row }) => row[name])),
    ],
  );
  return rowCount ?? 0;
}
