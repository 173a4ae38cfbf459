import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import type { TestDatabase } from './database.js';
import { temporaryFolder } from './temporary-folder.js';

/** A migrated database on a Postgres of its own, which can be killed: it comes back under the same url. */
export interface OwnDatabase extends TestDatabase {
  /** SIGKILL: open transactions and connections are gone, what was committed is there again. */
  kill(): Promise<void>;
}

export async function createOwnDatabase(): Promise<OwnDatabase> {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: { fsync: 'off' } });
  await prepareDatabase({ url: postgres.url });
  return {
    url: postgres.url,
    async kill() {
      const file = await readFile(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8');
      process.kill(Number(file.split('\n')[0]), 'SIGKILL');
    },
    async drop() {
      await postgres.stop();
      folder.remove();
    },
  };
}
