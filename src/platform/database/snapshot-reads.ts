import type pg from 'pg';
import type { Slot } from '../slots/fair-slots.js';
import type { Sql } from './sql.js';

/** Reads that all see the same state of the database, limited to a workspace each like those of `TenantSql`. */
export interface SnapshotReads {
  within(workspaceId: string): Sql;
  /** Ends the reads. Never rejects. */
  close(): void;
}

// The statements of this file are about the transaction itself, so they are not typed.
const beginText = '/* begin_snapshot */ begin transaction isolation level repeatable read read only';
// Postgres takes the snapshot at the first statement.
const takeText = '/* take_snapshot */ select pg_current_snapshot()';

/** Limits a transaction to a workspace, until its end only. @param workspaceId a parameter or a literal */
export const enterText = (workspaceId: string) =>
  `/* enter_workspace */ select set_config('app.tenant_scope', 'on', true), set_config('app.workspace_id', ${workspaceId}, true)`;

/** Takes the snapshot, and a connection until it is closed. */
export async function readSnapshot(pool: pg.Pool, slot: Slot): Promise<SnapshotReads> {
  await slot.take();
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    slot.release();
    throw error;
  }
  let isOpen = true;
  const release = (error?: boolean) => {
    client.release(error);
    slot.release();
  };
  try {
    await Promise.all([client.query(beginText), client.query(takeText)]);
  } catch (error) {
    release(true);
    throw error;
  }
  let inside: string | null = null;
  let entered: Promise<unknown> = Promise.resolve();
  return {
    within: (workspaceId) => ({
      query: (async (...statement: Parameters<Sql['query']>) => {
        if (!isOpen) throw new Error('The snapshot is closed.');
        if (inside !== workspaceId) {
          inside = workspaceId;
          entered = client.query({ name: 'enter_workspace_locally', text: enterText('$1'), values: [workspaceId] });
        }
        // Sent in this order; if both fail, the first error is thrown.
        const [, result] = await Promise.all([entered, client.query(...statement)]);
        return result;
      }) as unknown as Sql['query'],
    }),
    close() {
      if (!isOpen) return;
      isOpen = false;
      client.query('commit').then(
        () => release(),
        () => release(true),
      );
    },
  };
}
