import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { backUpDatabase } from '../../src/app/backup/backup-database.js';
import { type Upgrade, upgradePostgres } from '../../src/app/backup/upgrade-postgres.js';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import type { Environment } from '../../src/config/index.js';
import {
  type EmbeddedPostgres,
  runningPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/index.js';
import { runCli } from '../support/cli.js';
import { createFormerPackage, makeFormer } from '../support/former-postgres.js';
import { canMount } from '../support/small-database.js';
import { memoryFolder, type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const storage = { region: 'none' };
const settings = { fsync: 'off' };

let made: TemporaryFolder;
let programFolder: TemporaryFolder;
/** A package of the former Postgres, and a backup of the database. */
let programs: string;
let backup: string;
let place: TemporaryFolder;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  [made, programFolder] = await Promise.all([memoryFolder(), temporaryFolder()]);
  programs = await createFormerPackage(programFolder.path);
  backup = join(made.path, 'former.backup');
  const postgres = await startEmbeddedPostgres({ dataDir: made.path, settings });
  await prepareDatabase({ url: postgres.url });
  await withClient(postgres.url, (client) => client.query(`insert into accounts (name) values ('Acme')`));
  const pool = new pg.Pool({ connectionString: postgres.url });
  pool.on('error', () => undefined);
  await backUpDatabase(pool, backup, storage, () => undefined);
  await pool.end();
  await postgres.stop();
  await makeFormer(made.path);
});
afterAll(() => {
  made.remove();
  programFolder.remove();
});
beforeEach(async () => {
  place = await memoryFolder();
  dataDir = place.path;
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  place.remove();
});

const home = (...names: string[]) => join(dataDir, 'postgres', ...names);
const copyMade = () => promisify(execFile)('cp', ['-a', join(made.path, 'postgres'), dataDir]);
const run = (words: readonly string[] = [], more: Environment = {}) =>
  runCli(['upgrade-postgres', ...words], { DATA_DIR: dataDir, ...more });

/** The former cluster has all rows, and can be opened by its own Postgres. */
async function expectUsable(): Promise<void> {
  expect((await readdir(home())).toSorted()).toEqual(
    expect.not.arrayContaining(['upgrade', expect.stringMatching(/^cluster-/)]),
  );
  await makeFormer(dataDir);
  expect(await names(await start({ installed: programs }))).toEqual(['Acme']);
}

async function start(installed?: { installed: string }): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...(installed && { programs: installed }) });
  running.push(postgres);
  return postgres;
}

async function names({ url }: EmbeddedPostgres): Promise<string[]> {
  const { rows } = await withClient(url, (client) => client.query<{ name: string }>('select name from accounts'));
  return rows.map(({ name }) => name);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

describe('a start', () => {
  test.each([
    ['17', 'was created by Postgres 17, and this release has Postgres 18. Run `workspace-automation upgrade-postgres`'],
    ['19', 'was created by Postgres 19, and this release has Postgres 18. Install the release that you used before'],
  ])('with a database of Postgres %s asks for an upgrade, or for another release', async (version, message) => {
    await mkdir(home('cluster'), { recursive: true });
    await writeFile(home('cluster/PG_VERSION'), `${version}\n`);
    const list = await runCli(['workspace', 'list'], { DATA_DIR: dataDir });
    expect(list).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(await readdir(home())).toEqual(['cluster']);
  });
});

describe('upgrade-postgres', () => {
  test.each([
    ['of the former Postgres', () => ['--programs', programs]],
    ['of a backup', () => ['--from-backup', backup]],
  ])('moves the rows %s, and keeps the former cluster', async (_, words) => {
    await copyMade();
    const { code, stdout, stderr } = await run([...words(), '--json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      from: 17,
      to: 18,
      former: home('cluster-17'),
      restored: { problems: [], tables: { accounts: { rows: 1 } } },
    });
    expect((await readdir(home())).filter((name) => /cluster|upgrade/.test(name)).toSorted()).toEqual([
      'cluster',
      'cluster-17',
    ]);
    expect(await names(await start())).toEqual(['Acme']);
    const again = await run(words());
    expect(again).toMatchObject({ code: 0, stdout: 'The database is one of Postgres 18. No rows were moved.\n' });
  });

  test('asks for the former Postgres, and changes nothing without it', async () => {
    await copyMade();
    await writeFile(join(dataDir, 'package.json'), '{"version":"16.2.0"}');
    const needed =
      'Postgres 17 is required to read the database. Install it by `npm install --prefix /tmp/postgres-17 ';
    for (const [words, before] of [
      [[], ''],
      [['--programs', made.path], `${made.path} is not a package of Postgres: it has no package.json. `],
      [['--programs', dataDir], `${dataDir} has Postgres 16. `],
    ] as const) {
      const { code, stderr } = await run(words);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(`${before}${needed}`) });
    }
    await expectUsable();
  });

  test('refuses a cluster on which a Postgres runs', async () => {
    await copyMade();
    await start({ installed: programs });
    await makeFormer(dataDir);
    const byPostgres = await run(['--programs', programs]);
    expect(byPostgres).toMatchObject({ code: 1, stderr: expect.stringContaining(`already uses ${dataDir}. Stop it`) });
    const byBackup = await run(['--from-backup', backup]);
    const pid = await runningPostgres(dataDir);
    const message = `Postgres (pid ${pid}) runs on ${home()}. Stop its server; if that was killed, stop Postgres by \`kill -INT ${pid}\`.\n`;
    expect(byBackup).toMatchObject({ code: 1, stderr: message });
    expect(await names(running[0] as EmbeddedPostgres)).toEqual(['Acme']);
  });

  test('refuses to replace the cluster of an earlier upgrade, before it begins', async () => {
    await copyMade();
    await mkdir(home('cluster-17'));
    const message = `${home('cluster-17')} is there from an earlier upgrade. Move it away, or delete it.\n`;
    expect(await run(['--from-backup', backup])).toMatchObject({ code: 1, stderr: message });
    await rm(home('cluster-17'), { recursive: true });
    await expectUsable();
  });

  test('leaves everything as it was if the backup is missing or damaged', async () => {
    await copyMade();
    const cut = join(dataDir, 'cut.backup');
    await writeFile(cut, (await readFile(backup)).subarray(0, -20));
    for (const [file, reason] of [
      [join(dataDir, 'none.backup'), 'does not exist.'],
      [cut, 'is damaged, incomplete or not a backup'],
    ]) {
      const { code, stderr } = await run(['--from-backup', file as string]);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} ${reason}`) });
      expect(stderr).toMatch(/ The database is still that of Postgres 17, unchanged\.\n$/);
    }
    await expectUsable();
  });

  test('creates passwords if only a backup is left, and asks for a new archive of the log', async () => {
    await copyMade();
    await rm(home('passwords.json'));
    const archive = join(dataDir, 'archive');
    const { code, stdout } = await run(['--from-backup', backup], { WAL_ARCHIVE_DIR: archive });
    const message = `${archive} has the log of the former database. Set WAL_ARCHIVE_DIR to a new folder`;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(message) });
    expect(await names(await start())).toEqual(['Acme']);
  });

  test('is refused for a Postgres of the operator, and without a database', async () => {
    const refused = await run([], { DATABASE_URL: 'postgres://localhost/own' });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a Postgres of your own') });
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`No database was found in ${dataDir}`),
    });
  });

  // It needs a file system of its own: as root, outside of most containers. Otherwise it is reported as skipped.
  (canMount ? test : test.skip)('leaves everything as it was if the disk is full', async () => {
    const mounted = await temporaryFolder();
    const mount = (...words: string[]) => expect(spawnSync('mount', words).status).toBe(0);
    mount('-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', mounted.path);
    const { path } = mounted;
    try {
      dataDir = join(path, 'data');
      await mkdir(dataDir, { mode: 0o711 });
      await copyMade();
      const { code, stderr } = await run(['--programs', programs]);
      const message = `The disk of ${home('upgrade')} is full: about twice the size of the database is needed. The database is still that of Postgres 17, unchanged.`;
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
      await expectUsable();
    } finally {
      await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
      expect(spawnSync('umount', ['--lazy', path]).status).toBe(0);
      mounted.remove();
    }
  });
});

describe('an upgrade that is interrupted', () => {
  test.each(['Reading the rows', 'Creating the database', 'Creating the tables', 'Verifying'])(
    'at "%s" by a signal stops what it started, and leaves everything as it was',
    async (step) => {
      await copyMade();
      const interruption = new AbortController();
      const reason = new Error('Interrupted.');
      const steps: string[] = [];
      const upgrade: Upgrade = {
        dataDir,
        programs,
        storage,
        signal: interruption.signal,
        keys: [],
        keysFrom: 'VAULT_KEYS',
        onStep(text) {
          steps.push(text);
          if (text.startsWith(step)) interruption.abort(reason);
        },
        onProgress: () => undefined,
      };
      await expect(upgradePostgres(upgrade)).rejects.toThrow();
      expect(steps.at(-1)).toMatch(new RegExp(`^${step}`));
      expect(await Promise.all([runningPostgres(dataDir), runningPostgres(home('upgrade'))])).toEqual([null, null]);
      await expectUsable();
    },
  );

  test('by SIGKILL leaves the former cluster usable, and is begun again', async () => {
    await copyMade();
    const program = join(import.meta.dirname, '../../dist/src/cli/main.js');
    const child = spawn(process.execPath, [program, 'upgrade-postgres', '--programs', programs], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await waitFor(() => output.includes('Creating the tables'));
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await runningPostgres(home('upgrade'))).not.toBeNull();
    await makeFormer(dataDir);
    // The former release takes over the Postgres that is left.
    expect(await names(await start({ installed: programs }))).toEqual(['Acme']);
    await running.splice(0)[0]?.stop();
    await makeFormer(dataDir);
    const left = await runningPostgres(home('upgrade'));
    expect(await run(['--programs', programs])).toMatchObject({ code: 0 });
    // Its former parent cannot collect it, so that it may be listed as ended for a while.
    const state = () => readFile(`/proc/${left}/stat`, 'utf8').catch(() => '');
    await waitFor(async () => /^$|\) Z /.test(await state()));
    expect(await names(await start())).toEqual(['Acme']);
  }, 180_000);

  test('between its last two steps is finished, before which no server creates an empty database', async () => {
    await mkdir(home('cluster-17'), { recursive: true });
    await mkdir(home('upgrade/postgres/cluster'), { recursive: true });
    await writeFile(home('upgrade/postgres/cluster/PG_VERSION'), '18\n');
    const migrate = await runCli(['migrate'], { DATA_DIR: dataDir });
    expect(migrate).toMatchObject({ code: 1, stderr: expect.stringContaining('was interrupted. Run `workspace-auto') });
    expect(await run()).toMatchObject({ code: 0, stdout: 'The database is one of Postgres 18. No rows were moved.\n' });
    expect((await readdir(home())).toSorted()).toEqual(['cluster', 'cluster-17']);
    expect(await run()).toMatchObject({ code: 0 });
  });
});
