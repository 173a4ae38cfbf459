import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import type { TestDatabase } from './database.js';
import { memoryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';

/** A migrated database on a separate Postgres, which can be killed and restarts with the same URL. */
export interface OwnDatabase extends TestDatabase {
  /** Kills Postgres with SIGKILL: open transactions and connections are lost, committed data stays. */
  kill(): Promise<void>;
}

export async function createOwnDatabase(): Promise<OwnDatabase> {
  const folder = await memoryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: { fsync: 'off' } });
  await prepareDatabase({ url: postgres.url });
  return {
    url: postgres.url,
    async kill() {
      // It may still be starting after the last kill: the file then names a process that is gone.
      await waitFor(async () => {
        const file = await readFile(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8');
        return process.kill(Number(file.split('\n')[0]), 'SIGKILL');
      });
    },
    async drop() {
      await postgres.stop();
      folder.remove();
    },
  };
}
