import type { Config } from '../config/index.js';
import { watchBackups } from '../platform/backup/index.js';
import { watchPools } from '../platform/database/pool-metrics.js';
import { watchLag } from '../platform/feed/index.js';
import { watchFreeSpace } from '../platform/free-space.js';
import { collectProcessMetrics, watched } from '../platform/metrics/index.js';
import type { ServiceContext } from '../platform/services.js';
import { type LoopDelay, showLoopDelay } from '../platform/slots/loop-delay.js';
import { watchArchive } from '../platform/wal-archive/index.js';
import { watchQueues } from '../platform/work/queues.js';
import { packageVersion } from './package-version.js';

const buildInfo = watched('build_info', 'The version of this process. The value is always 1.', ['version']);

/** Shows the state of this process and of its database as metrics. @returns ends that */
export function watchProcess(
  { db, log }: Pick<ServiceContext, 'db' | 'log'>,
  { dataDir, walArchiveDir, backupMaxAgeHours }: Pick<Config, 'dataDir' | 'walArchiveDir' | 'backupMaxAgeHours'>,
  loopDelay: Pick<LoopDelay, 'p99'>,
): () => Promise<void> {
  collectProcessMetrics();
  const version = packageVersion();
  const ends = [
    buildInfo.watch(() => [[{ version }, 1]]),
    showLoopDelay(loopDelay),
    watchPools(db),
    watchQueues(db.pool),
    watchArchive(db.pool, walArchiveDir),
    watchBackups(db.pool, backupMaxAgeHours),
    watchFreeSpace({ data_dir: dataDir, wal_archive: walArchiveDir }),
  ];
  const lag = watchLag({ sql: db.pool, log });
  return async () => {
    for (const end of ends) end();
    await lag.stop();
  };
}
