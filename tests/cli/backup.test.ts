import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { backUpDatabase } from '../../src/app/backup/backup-database.js';
import { inspectBackup, restoreDatabase } from '../../src/app/backup/restore-database.js';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { migrate, pendingMigrations } from '../../src/platform/database/migrate.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/cli.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';

const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
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
  const writing = writePairs();
  file = join(folder, 'first.backup');
  written = JSON.parse((await cli(app.database.url, 'backup', file, '--json')).stdout);
  await writing.stop();
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

/** Commits two rows after the other, in one transaction, until it is stopped. */
function writePairs() {
  let stopped = false;
  const insert = `insert into global_variables (workspace_id, id, name, value, created_at, updated_at)
    values ($1, gen_random_uuid(), $2, '"x"', now(), now())`;
  const writing = (async () => {
    for (let n = 0; !stopped; n++) {
      await app.services.db.transaction(async (sql) => {
        await sql.query(insert, [owner.workspaceId, `FIRST_${n}`]);
        await sql.query(insert, [owner.workspaceId, `SECOND_${n}`]);
      });
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return writing;
    },
  };
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
    const again = backUpDatabase(app.services.db.pool, file, ignored.onProgress);
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
      inside((text) => text.replace(/20\d{12}-create-mail-outbox/, (name) => `21${name.slice(2)}`)),
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

  test('has one snapshot: both rows of a transaction or none', async () => {
    const counts = `select count(*)::int as n, count(distinct substring(name from '\\d+'))::int as pairs from global_variables`;
    const [restored] = (await targetPool.query(counts)).rows;
    const [now] = (await app.services.db.pool.query(counts)).rows;
    expect(restored.n).toBe(restored.pairs * 2);
    expect(now.n).toBeGreaterThan(restored.n);
  });

  test('keeps rows, sequences, foreign keys, triggers and policies as they were', async () => {
    const describe = `select
      (select json_agg(pg_get_constraintdef(oid) order by conrelid::regclass::text, conname) from pg_constraint where contype = 'f' and conparentid = 0) as keys,
      (select json_agg(tgname::text || tgenabled::text order by tgrelid::regclass::text, tgname) from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and not c.relispartition) as triggers,
      (select json_agg(relname order by relname) from pg_class where relforcerowsecurity and not relispartition) as forced,
      (select json_agg(c order by c.id) from contacts c) as contacts,
      (select json_agg(relacl::text order by relname) from pg_class where relkind in ('r', 'p')  and not relispartition and relnamespace = 'public'::regnamespace) as privileges,
      (select json_agg(row(last_value, is_called)) from webhook_deliveries_seq_seq) as sequence`;
    const [restored] = (await targetPool.query(describe)).rows;
    const [source] = (await app.services.db.pool.query(describe)).rows;
    expect(restored).toEqual(source);
    expect(restored.contacts[0]).toMatchObject({ name: awkward.name, custom_fields: awkward.custom });
  });

  test('lets a waiting execution go on, and its former cursors expire', async () => {
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
      const { file: from } = await backUpDatabase(pools[0], folder, ignored.onProgress);
      await restore(from, later.url, pools[1]);
      expect(await pendingMigrations(pools[1], migrations)).toEqual([]);
      expect((await pools[1].query('select name from accounts')).rows).toEqual([{ name: 'Acme' }]);
    } finally {
      for (const pool of pools) await pool.end();
      await Promise.all([earlier.drop(), later.drop()]);
    }
  });
});
