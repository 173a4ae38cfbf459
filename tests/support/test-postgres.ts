import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { memoryFolder, removeLeftovers, type TemporaryFolder } from './temporary-folder.js';

let running: { postgres: EmbeddedPostgres; folder: TemporaryFolder } | undefined;

/** One Postgres for the whole test run, with a migrated database from which each test file's database is cloned. */
export async function startTestPostgres(): Promise<void> {
  await removeLeftovers();
  const folder = await memoryFolder();
  // Jest ends without a teardown when the setup fails.
  process.once('exit', folder.remove);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder.path,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Each test file opens a dozen connections; 4,096 iterations take 4 ms of each.
      scram_iterations: '1',
      // Its background workers would keep the template open while it is cloned.
      autovacuum: 'off',
    },
  });
  running = { postgres, folder };
  const { url, adminUrl } = postgres;
  await prepareDatabase({ url });
  await closeTemplate(adminUrl);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_ADMIN_URL = adminUrl;
}

/** Stops the Postgres of `startTestPostgres`. */
export async function stopTestPostgres(): Promise<void> {
  await running?.postgres.stop();
  running?.folder.remove();
  running = undefined;
}

async function closeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('alter database workspace with is_template true allow_connections false');
  await client.end();
}
