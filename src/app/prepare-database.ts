import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { createPartitions } from '../contexts/automation/executions/index.js';
import { syncSearchDocuments } from '../contexts/insight/search/index.js';
import { connectionConfig } from '../platform/database/connection-config.js';
import { transactionOn } from '../platform/database/in-transaction.js';
import { type MigrateOptions, migrate } from '../platform/database/migrate.js';
import { retryStatements } from '../platform/database/retry-conflicts.js';
import { searchSources } from './modules.js';

/**
 * Brings a database up to date: runs the migrations, creates the partitions of the next weeks, and rebuilds the search
 * documents whose declaration changed. Any number of processes may call it at once.
 */
export async function prepareDatabase({ url, onProgress }: Omit<MigrateOptions, 'migrations'>): Promise<void> {
  await migrate({ url, migrations, ...(onProgress && { onProgress }) });
  const pool = retryStatements(new pg.Pool({ ...connectionConfig(url), max: 1 }));
  // Without a listener a broken idle connection would end the process; statements report their own errors.
  pool.on('error', () => undefined);
  try {
    await createPartitions(pool, new Date());
    await transactionOn(pool, (tx) => syncSearchDocuments(tx, searchSources, onProgress));
  } finally {
    await pool.end();
  }
}
