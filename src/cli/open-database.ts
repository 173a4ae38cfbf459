import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { type Config, loadConfig } from '../config/index.js';
import { connectionConfig, withApplicationName } from '../platform/database/connection-config.js';
import { explainStartError } from '../platform/database/explain-start-error.js';
import { pendingMigrations } from '../platform/database/migrate.js';
import { retryStatements } from '../platform/database/retry-conflicts.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import type { Context } from './command.js';

/** The database of the server, open for a command. */
export interface CommandDatabase {
  pool: pg.Pool;
  url: string;
  config: Config;
  close(): Promise<void>;
}

/** Runs `work` with the database of the server. An embedded Postgres that is not running is started for that time. */
export async function withDatabase<T>(
  context: Context,
  work: (pool: pg.Pool, config: Config, url: string) => Promise<T>,
): Promise<T> {
  const { pool, config, url, close } = await openCommandDatabase(context);
  try {
    return await work(pool, config, url);
  } finally {
    await close();
  }
}

/** Opens the database of the server, with the schema of this release. @throws Error with the cure */
export async function openCommandDatabase(context: Context): Promise<CommandDatabase> {
  const config = loadConfig(context.env);
  const database = await connectDatabase(config, context);
  try {
    const pending = await pendingMigrations(database.pool, migrations).catch((error: unknown) => {
      throw explainStartError(error, database.url, config);
    });
    if (pending.length === 0) return database;
    throw new Error('The database schema is not up to date. Run `workspace-automation migrate`, or start the server.');
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Connects to the database of the server, whatever its schema is; at the first statement. */
export async function connectDatabase(config: Config, context: Pick<Context, 'progress'>): Promise<CommandDatabase> {
  const { url, stop } = await locateDatabase(config, context);
  const connection = connectionConfig(withApplicationName(url, 'workspace-automation/cli'));
  const pool = retryStatements(new pg.Pool({ ...connection, max: 4, connectionTimeoutMillis: 10_000 }));
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    ...{ pool, url, config },
    async close() {
      await pool.end();
      await stop();
    },
  };
}

/** The URL of the database. `stop` stops an embedded Postgres that was started for the command. */
export async function locateDatabase(
  { databaseUrl, dataDir }: Config,
  { progress }: Pick<Context, 'progress'>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`No database was found in ${dataDir}. Start the server once, or set DATABASE_URL or DATA_DIR.`);
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir, whenInUse: 'share', onProgress: progress });
  const interrupt = () => void stop().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  return {
    url,
    async stop() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
      await stop();
    },
  };
}
