import type pg from 'pg';
import { DatabaseUnreachable } from '../errors/database-errors.js';
import { transactionOn } from './in-transaction.js';
import { readSetting } from './read-setting.js';

// The statements of this file are about the connection itself, so they are not typed.

/** Every kind of connection of a process. */
export interface Connections {
  /** Those that work on the rows of all workspaces. */
  everyRow: readonly pg.Pool[];
  /** Those that are limited to a tenant. */
  tenants: readonly pg.Pool[];
}

/**
 * Tries on each kind of connection that the rows of workspaces are closed to one that says nothing of itself.
 * @returns what is open, in words that follow "its"; null if nothing is
 */
export async function findOpen({ everyRow, tenants }: Connections): Promise<string | null> {
  for (const pool of everyRow) {
    const problem = await transactionOn(pool, async (sql) => {
      if ((await readSetting(sql, 'tenant_scope', 'app.tenant_scope')) !== 'off')
        return 'connections lose the setting with which they see all workspaces';
      await clearSetting(sql, 'say_nothing', 'app.tenant_scope');
      return (await seesWorkspaces(sql)) ? 'connections see all workspaces without saying so' : null;
    });
    if (problem !== null) return problem;
  }
  for (const pool of tenants) {
    const isOpen = await transactionOn(pool, async (sql) => {
      await clearSetting(sql, 'name_no_workspace', 'app.workspace_id');
      return seesWorkspaces(sql);
    });
    if (isOpen) return 'connections see all workspaces without naming one';
  }
  return null;
}

/** @throws DatabaseUnreachable if a connection that says nothing sees the rows of workspaces */
export async function requireClosed(connections: Connections): Promise<void> {
  const open = await findOpen(connections);
  if (open === null) return;
  throw new DatabaseUnreachable(
    `its ${open}, so nothing keeps workspaces apart. Let no pooler or proxy before Postgres change app.tenant_scope, and remove that setting from the defaults of its roles and databases.`,
  );
}

/** Until the end of the transaction. */
async function clearSetting(sql: pg.ClientBase, label: string, name: string): Promise<void> {
  await sql.query(`/* ${label} */ select set_config($1, '', true)`, [name]);
}

async function seesWorkspaces(sql: pg.ClientBase): Promise<boolean> {
  const text = '/* sees_workspaces */ select exists (select from workspaces) as sees';
  return (await sql.query<{ sees: boolean }>(text)).rows[0]?.sees ?? false;
}
