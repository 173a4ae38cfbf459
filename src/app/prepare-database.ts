import { migrations } from '../../migrations/index.js';
import { createPartitions } from '../contexts/automation/executions/index.js';
import { syncSearchDocuments } from '../contexts/insight/search/index.js';
import { requireFinishedRestore } from '../platform/backup/index.js';
import { connectionConfig } from '../platform/database/connection-config.js';
import { databaseTime } from '../platform/database/database-clock.js';
import { transactionOn } from '../platform/database/in-transaction.js';
import { type MigrateOptions, migrate } from '../platform/database/migrate.js';
import { openPool } from '../platform/database/open-pool.js';
import { searchSources } from './modules.js';

type Preparation = Omit<MigrateOptions, 'migrations'>;

/**
 * Brings a database up to date at the start of a server. Any number of processes may call it at once.
 * @throws Error if a restore into the database did not finish
 */
export function prepareDatabase(preparation: Preparation): Promise<void> {
  return updateDatabase({ ...preparation, check: requireFinishedRestore });
}

/**
 * Runs the migrations, creates the partitions of the next weeks, and rebuilds the search documents whose declaration
 * changed.
 */
export async function updateDatabase(preparation: Preparation): Promise<void> {
  await migrate({ ...preparation, migrations });
  const { url, onProgress } = preparation;
  const pool = openPool({ ...connectionConfig(url), max: 1 });
  try {
    await createPartitions(pool, await databaseTime(pool));
    await transactionOn(pool, (tx) => syncSearchDocuments(tx, searchSources, onProgress));
  } finally {
    await pool.end();
  }
}
