import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster, POSTGRES_ENV } from '../../src/platform/embedded-postgres/cluster.js';
import { chooseAccount, clusterHome, type EmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { copyClusterIn, copyClusterOut } from '../../src/platform/wal-archive/copy-cluster.js';
import { freePort } from './pooler.js';
import { memoryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';

/** A hot standby that streams from an embedded Postgres. */
export interface Standby {
  url: string;
  /** Statements of the superuser. */
  admin: pg.Pool;
  start(): Promise<void>;
  /** Ends it with all its connections. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** @param dataDir that of the primary */
export async function createStandby(
  primary: Pick<EmbeddedPostgres, 'url' | 'adminUrl'>,
  dataDir: string,
): Promise<Standby> {
  const folder = await memoryFolder();
  const home = clusterHome(folder.path);
  const cluster = join(home, 'cluster');
  const account = await chooseAccount(join(clusterHome(dataDir), 'cluster'));
  const own = async (path: string) => account && chown(path, account.uid, account.gid);
  await mkdir(home, { mode: 0o711 });
  await copyFile(join(clusterHome(dataDir), 'passwords.json'), join(home, 'passwords.json'));
  await copyRunning(
    primary.adminUrl,
    join(clusterHome(dataDir), 'cluster'),
    cluster,
    join(folder.path, 'copy'),
    account,
  );
  const { hostname, port: primaryPort, username, password } = new URL(primary.adminUrl);
  const connection = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  for (const [name, text] of [
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${connection}'\n`],
  ] as const) {
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    await own(join(cluster, name));
  }
  const opened = await openCluster(folder.path, { durable: false, onProgress: () => undefined });
  const port = await freePort();
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const admin = new pg.Pool({ connectionString: at(primary.adminUrl), max: 1 }).on('error', () => undefined);
  let running: ChildProcess | undefined;
  const standby: Standby = {
    url: at(primary.url),
    admin,
    async start() {
      const settings = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        fsync: 'off',
        max_connections: 200,
      };
      const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      running = spawn(opened.binaries.postgres, ['-D', '.', ...given], {
        ...account,
        cwd: cluster,
        env: POSTGRES_ENV,
        stdio: 'ignore',
      });
      await waitFor(() => admin.query('select 1'));
    },
    async kill() {
      if (!running || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGQUIT');
      await ended;
    },
    async remove() {
      await standby.kill();
      await admin.end();
      folder.remove();
    },
  };
  await standby.start();
  return standby;
}

/** Copies a running cluster, as a base backup does. */
async function copyRunning(
  adminUrl: string,
  from: string,
  to: string,
  draft: string,
  account: Awaited<ReturnType<typeof chooseAccount>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  await copyClusterOut(from, draft);
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await client.end();
  await writeFile(join(draft, 'backup_label'), rows[0]?.label ?? '');
  await copyClusterIn(draft, to, account);
}
