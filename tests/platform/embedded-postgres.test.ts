import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/index.js';
import { type BaseBackup, findGap, planRetention, whyNewBase } from '../../src/platform/wal-archive/index.js';
import { memoryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

let folder: TemporaryFolder;
const started: EmbeddedPostgres[] = [];
const elsewhere: ChildProcess[] = [];

// Made once and copied, owners included, because making it is what takes long.
let made: TemporaryFolder;

beforeAll(async () => {
  made = await memoryFolder();
  await (await startEmbeddedPostgres({ dataDir: made.path })).stop();
});
afterAll(() => made.remove());
beforeEach(async () => {
  folder = await memoryFolder();
});
afterEach(async () => {
  for (const server of elsewhere.splice(0)) server.kill('SIGKILL');
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  folder.remove();
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, ...options });
  started.push(postgres);
  return postgres;
}

async function startMade(): Promise<EmbeddedPostgres> {
  await copyMade();
  return start();
}

async function copyMade(): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(made.path, 'postgres'), folder.path]);
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

async function postmasterPid(): Promise<number> {
  const text = await readFile(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

test('the first start tells that it takes a moment, the second finds what the first kept', async () => {
  const progress: string[] = [];
  const first = await start({ onProgress: (message) => progress.push(message) });
  expect(progress).toEqual(['Creating the database (first start) …']);
  await ask(first.url, "create table kept as select 'Grün' as word");
  await first.stop();
  await expect(ask(first.url, 'select')).rejects.toThrow(/ECONNREFUSED/);

  const began = performance.now();
  const second = await start({ onProgress: (message) => progress.push(message) });
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(progress).toHaveLength(1);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select upper(word) as word from kept')).toEqual({ word: 'GRÜN' });
});

test('keeps what it acknowledged: fsync and synchronous_commit are on, and times are UTC', async () => {
  const { url } = await startMade();
  const settings = "current_setting('fsync') f, current_setting('synchronous_commit') s, current_setting('timezone') t";
  expect(await ask(url, `select ${settings}`)).toEqual({ f: 'on', s: 'on', t: 'UTC' });
});

test('the application is no superuser, may make the extensions it needs, and others need a password', async () => {
  const { url, adminUrl } = await startMade();
  expect(await ask(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual({ rolsuper: false });
  for (const name of ['citext', 'pg_trgm', 'btree_gin', 'unaccent']) await ask(url, `create extension ${name}`);
  for (const known of [url, adminUrl]) {
    const guessed = new URL(known);
    guessed.password = 'guess';
    await expect(ask(guessed.href, 'select')).rejects.toThrow(/password authentication failed/);
  }
  expect((await stat(join(folder.path, 'postgres/passwords.json'))).mode & 0o777).toBe(0o600);
});

/** Another server process, leader of its own process group, once its Postgres is up. */
async function startElsewhere(): Promise<{ server: ChildProcess; url: string }> {
  await copyMade();
  const args = ['--import', './tests/support/typescript.js', 'tests/support/own-postgres.ts', folder.path];
  const server = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  elsewhere.push(server);
  const [url] = await once(server.stdout.setEncoding('utf8'), 'data');
  return { server, url: String(url).trim() };
}

test('outlives a Ctrl-C in the terminal, and the next server takes it over', async () => {
  const { server, url } = await startElsewhere();
  const pid = await postmasterPid();
  process.kill(-(server.pid ?? 0), 'SIGINT');
  await once(server, 'exit');
  const { url: urlAfter, stop } = await start();
  expect(urlAfter).toBe(url);
  expect(await postmasterPid()).toBe(pid);
  await stop();
  await expect(ask(url, 'select')).rejects.toThrow(/ECONNREFUSED/);
});

test('starts at once after server and Postgres were killed, and kept what was committed', async () => {
  const { server, url } = await startElsewhere();
  await ask(url, 'create table kept as select 1 as one');
  server.kill('SIGKILL');
  process.kill(await postmasterPid(), 'SIGKILL');
  const { url: urlAfter } = await start();
  expect(urlAfter).toBe(url);
  expect(await ask(url, 'select one from kept')).toEqual({ one: 1 });
});

test('a stale pid file that names another program does not block the start', async () => {
  await (await startMade()).stop();
  const stale = [process.pid, join(folder.path, 'postgres/cluster'), 1, 5432, '', '127.0.0.1', '', 'ready'];
  await writeFile(join(folder.path, 'postgres/cluster/postmaster.pid'), `${stale.join('\n')}\n`);
  await ask((await start()).url, 'select');
});

test('comes back under the same url when Postgres is killed', async () => {
  const { url } = await startMade();
  await ask(url, 'create table kept as select 1 as one');
  process.kill(await postmasterPid(), 'SIGKILL');
  await waitFor(() => ask(url, 'select one from kept'));
});

test('a second server on the same folder is refused, a tool may share', async () => {
  const { url } = await startMade();
  await expect(start()).rejects.toThrow(/Another server \(pid \d+\) already uses .*DATABASE_URL/);
  const shared = await start({ whenInUse: 'share' });
  expect(shared.url).toBe(url);
  await shared.stop();
  await ask(url, 'select');
});

test('two that start at once on an empty folder make one database, and one of them is refused', async () => {
  const results = await Promise.allSettled([start(), start()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await ask(started[0]?.url ?? '', 'select');
});

test('a lost or damaged password file is told, not replaced', async () => {
  await (await startMade()).stop();
  const path = join(folder.path, 'postgres/passwords.json');
  await rm(path);
  await expect(start()).rejects.toThrow(/passwords\.json is required to open the database, but was not found/);
  await writeFile(path, '{}');
  await expect(start()).rejects.toThrow(/passwords\.json is damaged/);
});

describe('the archive of its log', () => {
  const day = 86_400_000;
  const now = new Date('2026-03-10T00:00:00Z');
  const segment = (position: number, timeline = 1) =>
    [timeline, position >> 8, position & 255].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
  const base = (daysAgo: number, position: number, timeline = 1): BaseBackup => ({
    name: `${daysAgo} days ago`,
    firstSegment: segment(position, timeline),
    systemIdentifier: '7',
    postgres: 18,
    release: '1',
    startedAt: new Date(now.getTime() - daysAgo * day),
    finishedAt: new Date(now.getTime() - daysAgo * day),
  });
  const segments = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => segment(from + i));

  test.each<[string, BaseBackup[], { bases: string[]; segments: string[] }]>([
    [
      'keeps the newest base backup from before the first day, and its log',
      [base(9, 250), base(8, 255), base(6, 260)],
      { bases: ['9 days ago'], segments: segments(240, 254) },
    ],
    ['keeps everything since the only base backup', [base(2, 250)], { bases: [], segments: segments(240, 249) }],
    ['keeps the only base backup, however old it is', [base(90, 250)], { bases: [], segments: segments(240, 249) }],
    ['keeps the log while there is no base backup', [], { bases: [], segments: [] }],
  ])('%s', (_, bases, expected) => {
    expect(planRetention(bases, segments(240, 270), new Date(now.getTime() - 7 * day))).toEqual(expected);
  });

  test('a gap is the first missing segment behind a base backup, over timelines and the end of a log', () => {
    expect(findGap(base(1, 250), segments(240, 270))).toBeNull();
    expect(findGap(base(1, 250), [...segments(240, 255), segment(256, 2), segment(257, 2)])).toBeNull();
    expect(findGap(base(1, 250), [...segments(240, 255), ...segments(257, 270)])).toBe(segment(256));
    expect(findGap(base(1, 250), segments(230, 240))).toBeNull();
    expect(findGap(base(1, 250), [])).toBeNull();
  });

  test.each<[BaseBackup[], string[], string | null]>([
    [[], [], 'there is none'],
    [[base(2, 250), base(0.5, 255)], segments(240, 270), null],
    [[base(1, 250)], segments(240, 270), 'the last one is a day old'],
    [[base(0.5, 250)], [segment(250), segment(252)], 'the log has a gap'],
    [[base(0.5, 250)], [...segments(250, 251), segment(252, 2)], 'the database was restored'],
    [[base(0.5, 252, 2)], [...segments(250, 251), segment(252, 2)], null],
  ])('another base backup is needed or not: case %#', (bases, present, reason) => {
    expect(whyNewBase(bases, present, now)).toBe(reason);
  });
});
