import type { TableStart } from '../../platform/backup/index.js';
import { foreignKeys, storedTables } from '../../platform/backup/index.js';
import type { Sql } from '../../platform/database/sql.js';
import { portableTables } from './portable-tables.js';

/**
 * The tables that a workspace's rows are written from, each behind those that it refers to, with their columns.
 * @param withSecrets whether the file has what the vault encrypts
 */
export async function portableColumns(sql: Sql, withSecrets: boolean): Promise<TableStart[]> {
  const tables = new Map((await storedTables(sql)).map((table) => [table.name, table.columns]));
  const written = Object.entries(portableTables).filter(
    ([, { encrypted }]) => withSecrets || encrypted?.without !== 'rows',
  );
  const parents = await readParents(sql);
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name) || !portableTables[name]) return;
    for (const parent of parents.get(name) ?? []) visit(parent);
    order.push(name);
  };
  for (const [name] of written) visit(name);
  return order.map((name) => {
    const { without = [], encrypted } = portableTables[name] ?? {};
    const left = new Set(['workspace_id', ...without, ...(encrypted && !withSecrets ? [encrypted.column] : [])]);
    return { name, columns: (tables.get(name) ?? []).filter((column) => !left.has(column)) };
  });
}

/** The tables that a table refers to, itself aside: rows of one statement may refer to one another. */
async function readParents(sql: Sql): Promise<Map<string, string[]>> {
  const keys = (await foreignKeys(sql)).filter(({ table, parent }) => table !== parent);
  const byTable = Map.groupBy(keys, ({ table }) => table);
  return new Map([...byTable].map(([table, own]) => [table, own.map(({ parent }) => parent).sort()]));
}
