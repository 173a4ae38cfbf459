import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { removeTestPostgres } from './remove-test-postgres.js';

const PREFIX = 'workspace-automation-test-';

let running: { postgres: EmbeddedPostgres; dataDir: string } | undefined;

/** One Postgres for the whole run, with a migrated database that each test file's own is cloned from. */
export async function startTestPostgres(): Promise<void> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.once('exit', () => removeTestPostgres(dataDir));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Its workers would hold the template open while it is cloned.
      autovacuum: 'off',
    },
  });
  running = { postgres, dataDir };
  const { url, adminUrl } = postgres;
  await migrate({ url, migrations });
  await closeTemplate(adminUrl);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_ADMIN_URL = adminUrl;
}

/** Ends what `startTestPostgres` started, also when it failed halfway. */
export async function stopTestPostgres(): Promise<void> {
  await running?.postgres.stop();
  if (running) removeTestPostgres(running.dataDir);
  running = undefined;
}

async function closeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('alter database workspace with is_template true allow_connections false');
  await client.end();
}

/** A run that was killed could not clean up: its number is in the folder's name. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) removeTestPostgres(join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
