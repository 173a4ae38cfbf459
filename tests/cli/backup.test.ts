import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { backUpDatabase } from '../../src/app/backup/backup-database.js';
import { inspectBackup, restoreDatabase } from '../../src/app/backup/restore-database.js';
import { restoreToTime } from '../../src/app/backup/restore-to-time.js';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { archiveCheck } from '../../src/cli/doctor/archive-check.js';
import { runChecks } from '../../src/cli/doctor/check.js';
import { type Environment, loadConfig } from '../../src/config/index.js';
import { migrate, pendingMigrations } from '../../src/platform/database/migrate.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { archiving, type BaseBackup, takeBaseBackup, watchArchive } from '../../src/platform/wal-archive/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/cli.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { graph, node } from '../support/graphs.js';
import { readMetric } from '../support/read-metric.js';
import { reached, trigger } from '../support/run.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import type { Owner } from '../support/seed.js';
import { memoryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { checkRestored } from './backup-under-load/check-restored.js';
import { type Load, startLoad } from './backup-under-load/load.js';

const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
const noStorage = { region: 'none' };
const ignored = { onStep: () => undefined, onProgress: () => undefined };
/** Text that COPY escapes, and a row of more than one frame. */
const awkward = { name: 'tab\t, line\n, return\r, \\N and \\. 🚀', custom: { text: 'x'.repeat(1_500_000) } };

let folder: string;
let file: string;
let app: TestApp;
let target: TestDatabase;
let targetPool: pg.Pool;
let owner: Owner;
let waiting: string;
let cursor: string;
let written: BackedUp;
let load: Load;
/** The executions that were accepted before the backup began. */
let before: string[];

interface BackedUp {
  file: string;
  bytes: number;
  rows: number;
  keys: string[];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  target = await createEmptyDatabase();
  targetPool = new pg.Pool({ connectionString: target.url });
  await app.services.db.pool.query(
    `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'lead', '{"a,b","\\""}', false, $3, now(), now())`,
    [owner.workspaceId, awkward.name, awkward.custom],
  );
  const secret = { name: 'KEY', value: 'a stored secret' };
  const stored = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
    as: owner.token,
    body: secret,
  });
  expect(stored.status).toBe(201);
  const nodes = [node('start', 'trigger.manual'), node('wait', 'wait.approval', { message: 'Go on?' })];
  const flow = await app.seed.flow(owner, graph(nodes, 'start>wait'));
  waiting = await trigger(app, owner, flow.id);
  await reached(app, owner, waiting, ({ phase }) => phase === 'waiting');
  cursor = await cursorOf(app);
  load = await startLoad(app, owner);
  await waitFor(() => load.accepted.length >= 5);
  before = load.accepted.map(({ id }) => id);
  file = join(folder, 'first.backup');
  written = JSON.parse((await cli(app.database.url, 'backup', file, '--json')).stdout);
  await load.stop();
});

afterAll(async () => {
  await targetPool.end();
  await app.stop();
  await target.drop();
  await rm(folder, { recursive: true });
});

function cli(url: string, ...words: string[]) {
  return runCli(words, { DATABASE_URL: url, VAULT_KEYS: `k1:${keys[0]?.key.toString('base64')}` });
}

const ofWorkspace = `subscription ($w: ID!, $after: String) {
  event: workspaceExecutionUpdated(workspaceId: $w, after: $after) { cursor } }`;

async function cursorOf(on: TestApp): Promise<string> {
  const query = 'query ($w: ID!) { workspace(id: $w) { cursor } }';
  const { data } = await on.graphql<{ workspace: { cursor: string } }>(query, { w: owner.workspaceId }, owner.token);
  return data?.workspace.cursor as string;
}

/** Restores into the target, with a key. */
async function restore(from = file, url = target.url, pool = targetPool, key = keys) {
  const header = await inspectBackup(from, key, 'VAULT_KEYS');
  return restoreDatabase({ file: from, header, url, pool, keys: key, keysFrom: 'VAULT_KEYS', ...ignored });
}

describe('backup', () => {
  test('writes a file that only its owner can read, and names the keys that it needs', async () => {
    expect(written).toMatchObject({ file, keys: ['k1'] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(written.bytes).toBe((await stat(file)).size);
    // Nothing in it can be decrypted without the key, and it compresses what repeats.
    expect(zstdDecompressSync(await readFile(file)).includes('a stored secret')).toBe(false);
    expect(written.bytes).toBeLessThan(1_000_000);
  });

  test('replaces no file, and leaves no draft behind', async () => {
    const again = backUpDatabase(app.services.db.pool, file, noStorage, ignored.onProgress);
    await expect(again).rejects.toThrow(`${file} already exists. Name another file, or a folder.`);
    expect(await readdir(folder)).toEqual(['first.backup']);
  });
});

describe('restore refuses', () => {
  /** A copy of the file with other bytes. */
  async function altered(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, change(await readFile(file)));
    return path;
  }
  /** Changes what is compressed. */
  const inside = (change: (text: string) => string) => (bytes: Buffer) =>
    zstdCompressSync(Buffer.from(change(zstdDecompressSync(bytes).toString('latin1')), 'latin1'));

  test.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['a cut file', (bytes) => bytes.subarray(0, bytes.length - 20), 'is damaged, incomplete or not a backup'],
    [
      'a file that ends between two parts',
      inside((text) => text.slice(0, text.lastIndexOf('Z\0'))),
      'its end is missing',
    ],
    [
      'a changed byte',
      (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 1) as Buffer,
      'is damaged, incomplete or not a backup',
    ],
    ['a changed row', inside((text) => text.replace('line\\n', 'lime\\n')), 'do not match their SHA-256'],
    ['another file', () => Buffer.from('-- a dump'), 'is damaged, incomplete or not a backup'],
    [
      'a newer schema',
      inside((text) => text.replace(/20\d{12}-create-secrets/, (name) => `21${name.slice(2)}`)),
      'which this release does not know. Restore it with release 0.1.0 or a newer one.',
    ],
    ['a newer format', inside((text) => text.replace('"version":1,', '"version":2,')), 'has version 2 of the format'],
  ])('%s', async (name, change, message) => {
    const path = await altered(name, change);
    await expect(inspectBackup(path, keys, 'VAULT_KEYS')).rejects.toThrow(message);
  });

  test('keys without the ones that the secrets need', async () => {
    const other = [{ id: 'k2', key: Buffer.alloc(32, 7) }];
    await expect(inspectBackup(file, other, 'VAULT_KEYS')).rejects.toThrow(
      'need the vault keys k1, which VAULT_KEYS does not contain',
    );
  });

  test('a target that is not empty, and changes nothing in it', async () => {
    const { code, stderr } = await cli(app.database.url, 'restore', file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/The target is not empty: it has \d+ tables, such as account_links, accounts, /);
    await prepareDatabase({ url: app.database.url });
  });
});

describe('restore', () => {
  test('leaves no row after another key than that of the backup, and a database on which no server starts', async () => {
    const wrong = [{ id: 'k1', key: Buffer.alloc(32, 8) }];
    await expect(restore(file, target.url, targetPool, wrong)).rejects.toThrow(
      'k1 must not be replaced by another key',
    );
    const { rows } = await targetPool.query('select count(*)::int as n from users');
    expect(rows).toEqual([{ n: 0 }]);
    await expect(prepareDatabase({ url: target.url })).rejects.toThrow('A restore into this database is in progress');
  });

  test('continues there with the right key, and finds every row, secret, wallet and audit entry', async () => {
    const { code, stdout, stderr } = await cli(target.url, 'restore', file, '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ rows: written.rows, problems: [], vault: { unreadable: 0 } });
    expect(report.vault.opened).toBeGreaterThan(0);
    expect(report.ledger).toMatchObject({ problems: 0 });
    expect(report.audit).toMatchObject({ problems: 0 });
    expect(report.audit.entries).toBeGreaterThan(0);
  });

  test('keeps rows, sequences, foreign keys, triggers and policies as they were', async () => {
    const describe = `select
      (select json_agg(pg_get_constraintdef(oid) order by conrelid::regclass::text, conname) from pg_constraint where contype = 'f' and conparentid = 0) as keys,
      (select json_agg(tgname::text || tgenabled::text order by tgrelid::regclass::text, tgname) from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and not c.relispartition) as triggers,
      (select json_agg(relname order by relname) from pg_class where relforcerowsecurity and not relispartition) as forced,
      (select json_agg(c order by c.id) from contacts c where name !~ '^Contact ') as contacts,
      (select json_agg(relacl::text order by relname) from pg_class where relkind in ('r', 'p')  and not relispartition and relnamespace = 'public'::regnamespace) as privileges,
      (select json_agg(row(last_value, is_called)) from webhook_deliveries_seq_seq) as sequence`;
    const [restored] = (await targetPool.query(describe)).rows;
    const [source] = (await app.services.db.pool.query(describe)).rows;
    expect(restored).toEqual(source);
    expect(restored.contacts[0]).toMatchObject({ name: awkward.name, custom_fields: awkward.custom });
  });

  test('has one snapshot, in which all executions go on, also the waiting one, and former cursors expire', async () => {
    const restored = await startTestApp({ database: target, worker: true });
    try {
      const source = restored.subscribe(ofWorkspace, { w: owner.workspaceId, after: cursor }, owner.token);
      const { value } = (await source.next()) as IteratorResult<ExecutionResult>;
      expect(value.errors?.[0]?.extensions?.code).toBe('CURSOR_EXPIRED');
      const path = `/workspaces/${owner.workspaceId}/flows/executions/${waiting}`;
      const { steps } = await reached(restored, owner, waiting, ({ phase }) => phase === 'waiting');
      const step = steps.find(({ nodeId }) => nodeId === 'wait');
      const decided = await restored.rest(`POST ${path}/approvals/${step?.id}`, {
        as: owner.token,
        body: { decision: 'approved' },
      });
      expect(decided.body).toMatchObject({ success: true });
      expect((await reached(restored, owner, waiting)).status).toBe('completed');
      expect(await checkRestored(restored, before)).toEqual([]);
    } finally {
      await restored.stop();
    }
  });

  test('brings a backup of an earlier release up to date', async () => {
    const [earlier, later] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
    const pools = [earlier, later].map(({ url }) => new pg.Pool({ connectionString: url })) as [pg.Pool, pg.Pool];
    try {
      await migrate({ url: earlier.url, migrations: migrations.slice(0, -1) });
      await pools[0].query(`insert into accounts (name) values ('Acme')`);
      const { file: from } = await backUpDatabase(pools[0], folder, noStorage, ignored.onProgress);
      await restore(from, later.url, pools[1]);
      expect(await pendingMigrations(pools[1], migrations)).toEqual([]);
      expect((await pools[1].query('select name from accounts')).rows).toEqual([{ name: 'Acme' }]);
    } finally {
      for (const pool of pools) await pool.end();
      await Promise.all([earlier.drop(), later.drop()]);
    }
  });
});

describe('an object storage', () => {
  let storage: S3Server;
  let other: TestDatabase;
  beforeAll(async () => {
    [storage, other] = await Promise.all([startS3Server(), createEmptyDatabase()]);
  });
  afterAll(async () => {
    await storage.close();
    await other.drop();
  });

  const run = (url: string, words: string[], more: Environment = {}) => {
    const vaultKeys = `k1:${keys[0]?.key.toString('base64')}`;
    return runCli(words, { DATABASE_URL: url, VAULT_KEYS: vaultKeys, ...storage.environment, ...more });
  };

  test('receives a backup, from which a database is restored', async () => {
    const backup = await run(app.database.url, ['backup', '--to', 's3://backups/daily/', '--json']);
    expect(backup).toMatchObject({ code: 0 });
    const stored = JSON.parse(backup.stdout) as BackedUp;
    expect(stored.file).toMatch(/^s3:\/\/backups\/daily\/workspace-automation-[\dT-]+Z\.backup$/);
    expect(storage.objects.get(stored.file.slice('s3://backups/'.length))?.body).toHaveLength(stored.bytes);
    const check = await run(app.database.url, ['restore', stored.file, '--check', '--json']);
    expect(JSON.parse(check.stdout)).toMatchObject({ keys: ['k1'] });
    const restored = await run(other.url, ['restore', '--from', stored.file, '--json']);
    expect(restored).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.stdout)).toMatchObject({ file: stored.file, rows: stored.rows, problems: [] });
    expect(await run(app.database.url, ['backup', stored.file])).toMatchObject({
      code: 1,
      stderr: `${stored.file} already exists. Name another object.\n`,
    });
  });

  test('keeps nothing of a backup that fails', async () => {
    const before = storage.objects.size;
    storage.intercept = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end());
    const refused = await run(app.database.url, ['backup', 's3://backups/fails.backup']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/AccessDenied.*Allow the key/) });
    storage.intercept = null;
    expect([storage.objects.size, storage.uploads.size]).toEqual([before, 0]);
    const words = ['backup', 's3://backups/x.backup'];
    const without = await run(app.database.url, words, { AWS_ACCESS_KEY_ID: undefined });
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('Set AWS_ACCESS_KEY_ID') });
    for (const both of [['backup'], ['backup', 'a', '--to', 'b'], ['restore']]) {
      expect(await run(app.database.url, both)).toMatchObject({ code: 2 });
    }
  });
});

describe('an archive', () => {
  let place: TemporaryFolder;
  let postgres: EmbeddedPostgres;
  let pool: pg.Pool;
  let archive: string;
  let to: Date;
  let base: BaseBackup;
  const at = (name: string) => join(place.path, name);
  const add = (name: string) => pool.query('insert into accounts (name) values ($1)', [name]);
  const config = (dataDir: string) => loadConfig({ DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive });

  beforeAll(async () => {
    place = await memoryFolder();
    archive = at("it's 100 % ours");
    const { settings, folders } = archiving(archive);
    postgres = await startEmbeddedPostgres({ dataDir: at('data'), settings: { fsync: 'off', ...settings }, folders });
    pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
    pool.on('error', () => undefined);
    await prepareDatabase({ url: postgres.url });
    await pool.query(`update event_log set tx = pg_current_xact_id()`);
    await add('before the base backup');
    base = await takeBaseBackup({ dataDir: at('data'), adminUrl: postgres.adminUrl, archive, release: '0.1.0' });
    await add('before the time');
    to = new Date(
      (await pool.query(`select ceil(extract(epoch from clock_timestamp()) * 1000)::text as ms`)).rows[0].ms * 1,
    );
    await pool.query('select pg_sleep(extract(epoch from $1::timestamptz - clock_timestamp()) + 0.001)', [to]);
    await add('after the time');
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
    place.remove();
  });

  const examine = () => runChecks([archiveCheck], { config: config(at('data')), pool });

  test('has metrics of its base backup, and of Postgres while it cannot archive', async () => {
    // Scrapes of a while share a reading: each of these begins anew.
    const read = async (name: string) => {
      const end = watchArchive(pool, archive);
      const values = await readMetric(name);
      end();
      return values[''] ?? Number.NaN;
    };
    const age = await read('base_backup_age_seconds');
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(600);
    expect(await read('wal_archive_failing_seconds')).toBe(0);
    const wal = join(archive, 'wal');
    await rename(wal, `${wal}-away`);
    await ask('select pg_switch_wal()');
    await waitFor(async () => (await read('wal_archive_failing_seconds')) > 0);
    await rename(`${wal}-away`, wal);
    await waitFor(async () => (await read('wal_archive_failing_seconds')) === 0);
    expect(await readMetric('base_backup_age_seconds')).toEqual({ '': 0 });
  });

  test('is sound to the doctor, until a file is missing or cannot be archived', async () => {
    expect(await examine()).toEqual([expect.objectContaining({ status: 'ok' })]);
    const wal = join(archive, 'wal');
    const next = `${base.firstSegment.slice(0, 23)}F`;
    await writeFile(join(wal, `${next}.gz`), gzipSync('of another database'));
    expect(await examine()).toEqual([
      expect.objectContaining({
        status: 'failed',
        message: expect.stringMatching(/^The file [0-9A-F]{24} is missing in /),
      }),
    ]);
    await rm(join(wal, `${next}.gz`));
    const { rows } = await pool
      .query('select pg_walfile_name(pg_current_wal_lsn()) as name')
      .catch(() => ({ rows: [] }));
    expect(rows).toHaveLength(1);
    const taken = join(wal, `${rows[0].name}.gz`);
    await writeFile(taken, gzipSync('of another database'));
    await ask('select pg_switch_wal()');
    await waitFor(async () => (await examine())[0]?.status === 'failed');
    expect((await examine())[0]?.message).toMatch(/^Postgres could not archive [0-9A-F]{24} at /);
    await rm(taken);
    await waitFor(async () => (await examine())[0]?.status === 'ok');
  });

  test('takes no base backup of another database', async () => {
    await cp(join(archive, 'base', base.name), join(archive, 'base', '20200101T000000000Z'), { recursive: true });
    const path = join(archive, 'base', '20200101T000000000Z', 'base.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace(base.systemIdentifier, '1'));
    const again = takeBaseBackup({ dataDir: at('data'), adminUrl: postgres.adminUrl, archive, release: '0.1.0' });
    await expect(again).rejects.toThrow('is the archive of another database');
    await rm(join(archive, 'base', '20200101T000000000Z'), { recursive: true });
    expect(await readdir(join(archive, 'base'))).toEqual([base.name]);
  });

  test('is restored to a time, and begins a new epoch there', async () => {
    await ask('select pg_switch_wal()');
    await waitFor(
      async () => (await pool.query('select last_archived_time > $1 as is from pg_stat_archiver', [to])).rows[0].is,
    );
    const { signal } = new AbortController();
    const [{ epoch }] = (await pool.query('select epoch from event_log')).rows;
    const target = { archive, dataDir: at('restored'), keys, keysFrom: 'VAULT_KEYS', onStep: ignored.onStep, signal };
    await expect(restoreToTime({ ...target, to: new Date(base.startedAt.getTime() - 1) })).rejects.toThrow(
      'The archive begins at',
    );
    const report = await restoreToTime({ ...target, to });
    expect(report).toMatchObject({ restoredTo: to.toISOString(), base: { name: base.name }, problems: [] });
    await expect(restoreToTime({ ...target, to })).rejects.toThrow('has a database already');
    const restored = await startEmbeddedPostgres({ dataDir: at('restored'), settings: { fsync: 'off' } });
    const client = new pg.Client({ connectionString: restored.url });
    try {
      await client.connect();
      const { rows } = await client.query('select name from accounts order by id');
      expect(rows.map(({ name }) => name)).toEqual(['before the base backup', 'before the time']);
      expect((await client.query('select epoch from event_log')).rows[0].epoch).not.toBe(epoch);
    } finally {
      await client.end();
      await restored.stop();
    }
  });

  /** Asks as superuser. */
  async function ask(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  test.each([
    [['restore', '/none', '--to-time', 'tomorrow'], 2, '--to-time must be a time with a time zone'],
    [['restore', '/none', '--to-time', '2999-01-01T00:00:00Z'], 2, '--to-time must not be in the future'],
    [['restore', '/none', '--to-time', '2026-01-02T03:04:05Z'], 1, '/none is not an archive: it has no folder base'],
    [['restore', '/none', '--check', '--to-time', '2026-01-02T03:04:05Z'], 2, '--check is not allowed with --to-time'],
    [['base-backup'], 1, 'WAL_ARCHIVE_DIR is required'],
  ])('%p is refused', async (words, code, message) => {
    const result = await runCli(words, { DATA_DIR: at('none') });
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
