import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import type { Environment } from '../../src/config/index.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { planSettings } from '../lists/plans.js';
import { type Child, startChild } from './child.js';

/** The environment of a benchmark: a Postgres with the durability of production, and processes that end with it. */
export interface BenchFixture {
  /** The length of one window in seconds. */
  seconds: number;
  /** The number of windows for each contender. */
  rounds: number;
  /** The process ID of Postgres, for measurements. */
  postmasterPid: number;
  note(line: string): void;
  /** Creates a migrated database without rows. */
  createDatabase(name: string, build?: Build): Promise<FixtureDatabase>;
  /** The builds of the server that are measured: this one, and the one that it is compared with. */
  builds: readonly Build[];
  /** Starts a build of the server, like `npm start`. */
  startServer(build: Build, database: FixtureDatabase, env?: Environment): Promise<RunningServer>;
  startChild<M>(module: string): Child<M>;
  close(): Promise<void>;
}

export interface FixtureDatabase {
  url: string;
  /** Runs statements as superuser. */
  adminUrl: string;
}

export interface Build {
  name: string;
  /** The URL of its main module. */
  main: URL;
  /** Copied instead of the migrated database: another build has other migrations, and runs them itself. */
  template?: 'template1';
}

export interface RunningServer {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface FixtureOptions {
  seconds: number;
  rounds: number;
  /** The folder for CPU profiles of all processes. Without it, no profiles are written. */
  profiles: string | null;
  /** The folder of another built checkout to compare with. */
  against: string | null;
}

export async function openFixture({ seconds, rounds, profiles, against }: FixtureOptions): Promise<BenchFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-automation-bench-'));
  chmodSync(folder, 0o711);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const stops: (() => Promise<void>)[] = [];
  const flags = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const note = (line: string) => void process.stderr.write(`${line}\n`);
  const settings = { ...planSettings, max_connections: '500' };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  const close = async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await postgres.stop();
    removeFolder();
  };
  try {
    await prepareDatabase({ url: postgres.url });
    // Statement statistics cost some time, so they are collected only when a benchmark asks for them.
    await asAdmin(postgres.adminUrl, ["alter system set pg_stat_statements.track = 'none'", 'select pg_reload_conf()']);
    const postmasterPid = await parentOfBackend(postgres.adminUrl);
    return {
      seconds,
      rounds,
      postmasterPid,
      note,
      builds: buildsOf(against),
      async createDatabase(name, build) {
        await asAdmin(postgres.adminUrl, [
          `create database ${name} template ${build?.template ?? 'workspace'} owner workspace`,
        ]);
        const named = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
        return { url: named(postgres.url), adminUrl: named(postgres.adminUrl) };
      },
      async startServer(build, database, env = {}) {
        const server = await startServer(build, database, { dataDir: join(folder, 'server'), flags, env });
        stops.push(server.stop);
        return server;
      },
      startChild<M>(module: string) {
        const child = startChild<M>(module, flags);
        stops.push(child.stop);
        return child;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const ownBuild: Build = {
  name: 'server',
  main: new URL('../../src/main.js', import.meta.url),
};

function buildsOf(against: string | null): Build[] {
  if (!against) return [ownBuild];
  const main = pathToFileURL(resolve(against, 'dist/src/main.js'));
  return [ownBuild, { name: 'other build', main, template: 'template1' }];
}

const readyWithinMs = 60_000;

/** The flags of Node in `npm start`. */
export const startFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** Starts a server and waits until it is ready. */
export async function startServer(
  { name, main }: Build,
  database: FixtureDatabase,
  { dataDir, flags, env, quiet = false }: { dataDir: string; flags: string[]; env: Environment; quiet?: boolean },
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [...startFlags, ...flags, fileURLToPath(main)], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      OUTBOUND_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '10000000',
      CONNECTIONS_PER_ADDRESS: '100000',
      SOCKETS_PER_CALLER: '100000',
      SUBSCRIPTIONS_PER_CALLER: '100000',
      QUOTA_EXECUTIONS_STARTED_PER_MINUTE: '1000000000',
      QUOTA_EXECUTIONS_QUEUED: '1000000000',
      ...env,
    },
    stdio: ['ignore', quiet ? 'ignore' : 2, 2],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await once(child, 'exit');
    clearTimeout(patience);
  };
  for (const deadline = Date.now() + readyWithinMs; ; await delay(50)) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) return { name, url, pid: child.pid ?? 0, stop };
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`The server was not ready within ${readyWithinMs / 1_000} s.`);
    }
  }
}

/** Starts every build that is measured, with `ROLE=api`. */
export async function startApis(fixture: BenchFixture, database: FixtureDatabase): Promise<RunningServer[]> {
  const servers: RunningServer[] = [];
  for (const build of fixture.builds) servers.push(await fixture.startServer(build, database, { ROLE: 'api' }));
  return servers;
}

/** Runs statements one by one as the role of the URL. */
export async function asAdmin(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function parentOfBackend(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as line",
  );
  await client.end();
  return Number(rows[0]?.line);
}

/** A port that no program listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system returned no free port.');
  return address.port;
}
