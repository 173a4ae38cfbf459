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

/** Runs `work` with the database of the server. An embedded Postgres that is not running is started for that time. */
export async function withDatabase(work: (pool: pg.Pool, config: Config) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const { url, stop } = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await openOwnDatabase(config.dataDir);
  const connection = connectionConfig(withApplicationName(url, 'workspace-automation/cli'));
  const pool = retryStatements(new pg.Pool({ ...connection, max: 4 }));
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(130)));
  try {
    const pending = await pendingMigrations(pool, migrations).catch((error: unknown) => {
      throw explainStartError(error, url, config);
    });
    if (pending.length > 0)
      throw new Error('The database schema is not up to date. Start the server once, then run the command again.');
    await work(pool, config);
  } finally {
    await pool.end();
    await stop();
  }
}

async function openOwnDatabase(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`No database was found in ${dataDir}. Start the server once, or set DATABASE_URL or DATA_DIR.`);
  }
  return startEmbeddedPostgres({ dataDir, whenInUse: 'share', onProgress: print });
}

/** Writes a line to stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
