import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { createWakeups } from '../app/create-wakeups.js';
import { type Config, loadConfig } from '../config/index.js';
import { requireFinishedRestore } from '../platform/backup/index.js';
import { poolConfig } from '../platform/database/connect.js';
import { withApplicationName } from '../platform/database/connection-config.js';
import { explainStartError } from '../platform/database/explain-start-error.js';
import { requireKnown } from '../platform/database/migrate.js';
import { openPool } from '../platform/database/open-pool.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import { createLog } from '../platform/log.js';
import { archiving } from '../platform/wal-archive/index.js';
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
    const check = requireFinishedRestore(database.pool).then(() => requireKnown(database.pool, migrations));
    const pending = await check.catch((error: unknown) => {
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
  return openCommandPool(config, await locateDatabase(config, context));
}

/** Where a database is. `stop` stops an embedded Postgres that was started for the command. */
interface Located {
  url: string;
  stop: () => Promise<void>;
}

async function openCommandPool(config: Config, { url, stop }: Located): Promise<CommandDatabase> {
  const onNotifies = (texts: readonly string[]) => notifier.notifyAll(texts);
  const connect = poolConfig({ url: withApplicationName(url, 'workspace-automation/cli'), onNotifies });
  const pool = openPool({ ...connect, max: 4, connectionTimeoutMillis: 10_000 });
  const { notifier, close: closeWakeups } = await createWakeups(
    { databaseUrl: url, databaseDirectUrl: undefined, wakeupUrl: config.wakeupUrl },
    pool,
    createLog({ level: 'silent' }),
  );
  return {
    pool,
    url,
    config,
    async close() {
      await closeWakeups();
      await pool.end();
      await stop();
    },
  };
}

/**
 * The database of the server, without its pooler: commands lock it, and open long transactions. An embedded Postgres
 * that is not running is started.
 */
export async function locateDatabase(
  { databaseUrl, databaseDirectUrl, dataDir, walArchiveDir }: Config,
  { progress }: Pick<Context, 'progress'>,
): Promise<Located> {
  if (databaseUrl) return { url: databaseDirectUrl ?? databaseUrl, stop: async () => {} };
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`No database was found in ${dataDir}. Start the server once, or set DATABASE_URL or DATA_DIR.`);
  }
  return stoppedBySignals(
    await startEmbeddedPostgres({
      dataDir,
      whenInUse: 'share',
      onProgress: progress,
      ...archiving(walArchiveDir),
    }),
  );
}

/** Stops an embedded Postgres before the process ends by a signal. */
function stoppedBySignals({ url, stop }: Located): Located {
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

/** Runs `work` with a database that may be empty. An embedded Postgres is created, and must not be in use. */
export async function withNewDatabase<T>(
  { env, progress }: Context,
  work: (pool: pg.Pool, config: Config, url: string) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env);
  const { dataDir, databaseUrl, databaseDirectUrl } = config;
  const located = databaseUrl
    ? { url: databaseDirectUrl ?? databaseUrl, stop: async () => {} }
    : stoppedBySignals(await startEmbeddedPostgres({ dataDir, onProgress: progress }));
  const { pool, url, close } = await openCommandPool(config, located);
  try {
    const first = await pool.connect().catch((error: unknown) => {
      throw explainStartError(error, url, config);
    });
    first.release();
    return await work(pool, config, url);
  } finally {
    await close();
  }
}
