import pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { createTestDatabase } from './database.js';

/** A database with workspaces, without the rest of a server. */
export interface WorkspaceDatabase {
  url: string;
  db: Database;
  /** Creates a workspace. @returns its ID */
  workspace(): Promise<string>;
  /** Runs statements in a transaction whose connection Postgres ends before its commit. */
  dieWithin(statements: string): Promise<void>;
  drop(): Promise<void>;
}

export async function createWorkspaceDatabase(): Promise<WorkspaceDatabase> {
  const database = await createTestDatabase();
  const db = await openDatabase({ url: database.url, entities: [], poolSize: 8 });
  return {
    url: database.url,
    db,
    async workspace() {
      const { rows } = await db.pool.query<{ id: string }>(
        `with a as (insert into accounts (name) values ('A') returning id)
         insert into workspaces (account_id, name) select id, 'W' from a returning id`,
      );
      return rows[0]?.id as string;
    },
    async dieWithin(statements) {
      const client = new pg.Client({ connectionString: database.url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(`begin; ${statements}`);
      const { rows } = await client.query('select pg_backend_pid() as pid');
      await db.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
      await client.end().catch(() => undefined);
    },
    async drop() {
      await db.close();
      await database.drop();
    },
  };
}
