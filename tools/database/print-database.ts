import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { describeDatabase } from '../docs/describe-database.js';
import { recordMigrations } from './record-migrations.js';

/** Writes schema/database.sql from a database with all migrations, and records the checksums of new migrations. */
async function main(path = 'schema/database.sql'): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'print-database-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await prepareDatabase({ url: postgres.url });
    await writeFile(path, await describeDatabase(postgres.url));
    await recordMigrations('migrations');
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main(process.argv[2]);
