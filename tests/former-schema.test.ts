import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.js';
import { runCli } from './support/cli.js';
import { createEmptyDatabase, createTestDatabase } from './support/database.js';
import { startServerProcess } from './support/server-process.js';
import { memoryFolder, type TemporaryFolder } from './support/temporary-folder.js';

class CreateAccounts extends Migration {
  override up(): void {
    this.addSql('create table accounts (id uuid primary key)');
  }
}

/** A migration from before the baseline. */
const former = [{ name: '20261121120000-create-accounts', class: CreateAccounts }];
const refusal =
  'The server could not start: The database was created by an earlier development version and cannot be migrated to this one.';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await memoryFolder();
});
afterEach(() => folder.remove());

test('a start on a database of an earlier version fails and names the command that creates a new one', async () => {
  const database = await createEmptyDatabase();
  await migrate({ url: database.url, migrations: former });
  const { code, output } = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: folder.path }).ended();
  const name = new URL(database.url).pathname.slice(1);
  expect(code).toBe(1);
  expect(output).toBe(
    `${refusal} Create a new one, and name it in DATABASE_URL:\n  psql "$DATABASE_URL" -c 'create database "${name}_new"'\n`,
  );
  await database.drop();
});

test('a start, and a command, on a database of a newer release fail and name the migration', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into mikro_orm_migrations (name) values ('20990101000000-create-planets')`);
  await client.end();
  const newer =
    'The database has migrations of a newer release: 20990101000000-create-planets. Install that release, or restore a backup from before it.';
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path };
  expect(await startServerProcess(env).ended()).toEqual({ code: 1, output: `The server could not start: ${newer}\n` });
  for (const command of [['queue', 'status'], ['migrate'], ['user', 'list']]) {
    const { code, stderr } = await runCli(command, env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(newer)]);
  }
  await database.drop();
});

test('a start on a data folder of an earlier version fails and names the command that removes it', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: { fsync: 'off' } });
  await migrate({ url: postgres.url, migrations: former });
  await postgres.stop();
  const { code, output } = await startServerProcess({ DATA_DIR: folder.path }).ended();
  expect(code).toBe(1);
  expect(output).toBe(
    `${refusal} Remove its folder with all that is in it, and start again:\n  rm -rf '${folder.path}'\n`,
  );
});
