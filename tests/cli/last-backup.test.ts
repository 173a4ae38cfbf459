import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { watchBackups } from '../../src/platform/backup/index.js';
import { runCli } from '../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { readMetric } from '../support/read-metric.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { memoryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { testPool } from '../support/test-pool.js';

const twoDays = 48 * 3_600;

let folder: TemporaryFolder;
let storage: S3Server;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  [folder, storage, database] = await Promise.all([memoryFolder(), startS3Server(), createTestDatabase()]);
  pool = testPool(database.url);
});
beforeEach(() => pool.query('delete from backups'));
afterAll(async () => {
  await Promise.all([pool.end(), storage.close()]);
  await database.drop();
  folder.remove();
});

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder.path,
  ...storage.environment,
  ...more,
});

/** The metrics as a server with that setting shows them. Scrapes of a while share a reading: each of these begins anew. */
async function metrics(maxAgeHours?: number): Promise<{ age: number; maxAge: number }> {
  const end = watchBackups(pool, maxAgeHours);
  const [age, maxAge] = await Promise.all(['backup_age_seconds', 'backup_max_age_seconds'].map(readMetric));
  end();
  return { age: age?.[''] ?? Number.NaN, maxAge: maxAge?.[''] ?? Number.NaN };
}

/** What `doctor` says about backups. */
async function diagnosis(hours?: string) {
  const { stdout } = await runCli(
    ['doctor', '--json'],
    env(hours === undefined ? {} : { BACKUP_MAX_AGE_HOURS: hours }),
  );
  return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'backup');
}

async function recorded(): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query('select bytes::int, rows::int, destination, duration_ms from backups order by id');
  return rows;
}

/** Lets the backups be as many hours older. */
const age = (hours: number) =>
  pool.query(`update backups set created_at = created_at - $1 * interval '1 hour'`, [hours]);

test('a backup that was never made is missed only where a setting asks for it', async () => {
  await pool.query(`update mikro_orm_migrations set executed_at = executed_at - interval '30 hours'`);
  expect(await metrics()).toEqual({ age: 0, maxAge: 0 });
  expect(await diagnosis()).toEqual({
    name: 'backup',
    status: 'skipped',
    message: 'No backup was made. Set BACKUP_MAX_AGE_HOURS to be warned about that.',
  });
  const asked = await metrics(24);
  expect(asked).toEqual({ age: expect.any(Number), maxAge: 24 * 3_600 });
  expect(Math.floor(asked.age / 3_600)).toBe(30);
  expect(await diagnosis('24')).toEqual({
    name: 'backup',
    status: 'warning',
    message: 'No backup was made since the database was created 30 hours ago. The limit is 24 hours.',
    cure: 'Run workspace-automation backup, and see why its schedule did not.',
  });
  expect(await diagnosis('31')).toMatchObject({ status: 'ok' });
});

test('a backup that fails is not recorded', async () => {
  const failed = await runCli(['backup', '/none/here/x.backup'], env());
  expect(failed).toMatchObject({ code: 1 });
  storage.intercept = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end());
  expect(await runCli(['backup', 's3://backups/x.backup'], env())).toMatchObject({ code: 1 });
  storage.intercept = null;
  expect(await recorded()).toEqual([]);
});

test('a backup that was made is recorded by its size and kind of place, and grows old', async () => {
  const made = await runCli(['backup', join(folder.path, 'one.backup'), '--json'], env());
  const { bytes, rows } = JSON.parse(made.stdout);
  const first = { bytes, rows, destination: 'file', duration_ms: expect.any(Number) };
  expect(await recorded()).toEqual([first]);
  expect(await diagnosis()).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/Z, less than an hour ago\.$/),
  });
  await age(1);
  expect(await diagnosis()).toMatchObject({ status: 'ok', message: expect.stringMatching(/Z, 1 hour ago\.$/) });
  await age(48);
  const old = await metrics();
  expect(old.maxAge).toBe(twoDays);
  expect(old.age).toBeGreaterThan(49 * 3_600 - 1);
  expect(await diagnosis()).toMatchObject({
    status: 'warning',
    cure: expect.any(String),
    message: expect.stringMatching(/^The last backup is of .*Z, 49 hours ago\. The limit is 48 hours\.$/),
  });
  expect(await diagnosis('72')).toMatchObject({ status: 'ok' });

  expect(await runCli(['backup', 's3://backups/two.backup'], env())).toMatchObject({ code: 0 });
  expect(await recorded()).toEqual([first, expect.objectContaining({ destination: 'object_storage' })]);
  const current = await metrics();
  expect(current.age).toBeLessThan(3_600);
  expect(await diagnosis()).toMatchObject({ status: 'ok' });
});

test('while the table cannot be read, the metrics show no age', async () => {
  await pool.query('alter table backups rename to away');
  expect(await metrics(24)).toEqual({ age: 0, maxAge: 0 });
  await pool.query('alter table away rename to backups');
});
