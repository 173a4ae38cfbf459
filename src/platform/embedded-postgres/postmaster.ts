import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, nameOfFolder, POSTGRES_ENV } from './cluster.js';

/** A Postgres that accepts connections. */
export interface Postmaster {
  pid: number;
  port: number;
}

export interface StartOptions {
  /** Use only this port. Defaults to the last one used if it is free, otherwise any. */
  port?: number;
  settings: Record<string, string>;
  onProgress: (message: string) => void;
}

const START_ATTEMPTS_MS = 15_000;
const POLL_MS = 15;
const LOG_LIMIT_BYTES = 10_000_000;

/**
 * Returns the cluster's running Postgres: one that outlived its server is adopted, otherwise one is started. It runs in
 * a session of its own, so that Ctrl-C in a terminal does not stop it before the server has drained.
 */
export async function ensureRunning(cluster: Cluster, options: StartOptions): Promise<Postmaster> {
  const deadline = performance.now() + START_ATTEMPTS_MS;
  let port = options.port ?? (await rememberedPort(cluster)) ?? (await freePort());
  for (;;) {
    const found = await livingPostmaster(cluster);
    if (found) {
      if (found.state === 'ready') return { pid: found.pid, port: found.port };
      await delay(POLL_MS);
      continue;
    }
    const failure = await start(cluster, port, options);
    if (!failure) continue;
    if (options.port === undefined && /could not bind|could not create any TCP\/IP sockets/.test(failure)) {
      port = await freePort();
    } else if (!isTransient(failure) || performance.now() > deadline) {
      throw new Error(`Postgres did not start in ${cluster.folder}. The end of its log:\n${failure}`);
    }
    await delay(100);
  }
}

/** The Postgres that runs on a cluster; undefined if none does. A PID file that one left behind is removed. */
export async function livingPostmaster(cluster: Pick<Cluster, 'folder'>): Promise<PidFile | undefined> {
  await forgetStalePid(cluster);
  const found = await readPidFile(cluster);
  return found && isAlive(found.pid) ? found : undefined;
}

/**
 * Stops Postgres: connections are closed and everything is written. After `patienceMs` it is stopped immediately, which
 * loses nothing either: the next start recovers from the write-ahead log.
 */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster, patienceMs = 30_000): Promise<void> {
  const gone = async () => (await readPidFile(cluster))?.pid !== pid || !isAlive(pid);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await gone()) return;
    send(pid, signal);
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
      if (await gone()) return;
      await delay(POLL_MS);
    }
  }
}

/** Stores the port for the next start, so that tools which stay open find the database again. */
export async function rememberPort(cluster: Cluster, port: number): Promise<void> {
  await writeFile(cluster.portFile, `${port}\n`, { mode: 0o600 });
}

/** Undefined if Postgres is ready, otherwise the log of the failure. */
async function start(cluster: Cluster, port: number, options: StartOptions): Promise<string | undefined> {
  await limitLog(cluster.logFile);
  const log = await open(cluster.logFile, 'a', 0o600);
  try {
    const { size } = await log.stat();
    const child = launch(cluster, port, options.settings, log.fd);
    let ended: string | undefined;
    child.once('exit', () => {
      ended ??= 'exit';
    });
    child.once('error', (error) => {
      ended = error.message;
    });
    child.unref();
    const began = performance.now();
    let reported = false;
    while (ended === undefined) {
      const found = await readPidFile(cluster);
      if (found?.pid === child.pid && found?.state === 'ready') return undefined;
      if (!reported && performance.now() - began > 2_000) {
        reported = true;
        options.onProgress('The database recovers from an unclean stop …');
      }
      await delay(POLL_MS);
    }
    return ended === 'exit' ? await tail(cluster.logFile, size) : ended;
  } finally {
    await log.close();
  }
}

function launch(cluster: Cluster, port: number, settings: Record<string, string>, logFd: number): ChildProcess {
  const args = ['-D', nameOfFolder(cluster, cluster.folder), '-p', String(port)];
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings })) args.push('-c', `${name}=${value}`);
  return spawn(cluster.binaries.postgres, args, {
    ...cluster.account,
    cwd: cluster.folder,
    // A stale PID file that names this process's own parent must not be taken for a living Postgres.
    env: { ...POSTGRES_ENV, PG_GRANDPARENT_PID: String(process.ppid) },
    detached: true,
    stdio: ['ignore', 'ignore', logFd],
  });
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Shared memory that is reserved for each connection, beyond what is used: nothing is serializable, and storage is local.
  max_pred_locks_per_transaction: '10',
  io_max_concurrency: '16',
  // Nothing is subscribed to.
  max_logical_replication_workers: '0',
  io_method: 'sync',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Statements can contain secrets.
  log_min_error_statement: 'panic',
};

/**
 * Failures that pass: processes of a killed Postgres that are still exiting, or another process that started it first.
 */
function isTransient(failure: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists|is another postmaster/i.test(failure);
}

interface PidFile {
  pid: number;
  port: number;
  state: string;
}

/** Lines of postmaster.pid: PID, folder, start time, port, socket folder, address, shared memory, state. */
async function readPidFile({ folder }: Pick<Cluster, 'folder'>): Promise<PidFile | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), state: (lines[7] ?? '').trim() } : undefined;
}

/**
 * After a reboot or in a new container, the PID in a stale PID file can belong to another program or to a zombie
 * process; either would block the start. Postgres still detects by its shared memory whether the cluster is in use.
 */
async function forgetStalePid(cluster: Pick<Cluster, 'folder'>): Promise<void> {
  const found = await readPidFile(cluster);
  if (!found) return;
  const status = await readFile(`/proc/${found.pid}/stat`, 'utf8').catch(() => undefined);
  if (status === undefined) return;
  const isPostgres = status.includes('(postgres) ') && !status.includes('(postgres) Z');
  if (!isPostgres) await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
}

function isAlive(pid: number): boolean {
  return send(pid, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function rememberedPort({ portFile }: Cluster): Promise<number | undefined> {
  const port = Number(await readFile(portFile, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

async function limitLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

async function tail(path: string, from: number): Promise<string> {
  const contents = await readFile(path);
  return contents.subarray(from).toString('utf8').trim().split('\n').slice(-15).join('\n');
}
