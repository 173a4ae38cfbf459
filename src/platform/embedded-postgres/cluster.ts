import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createFileOnce } from '../create-file-once.js';
import { type Account, chooseAccount } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';

/** A folder with a Postgres cluster and what is needed to run it. */
export interface Cluster {
  /** What Postgres calls its data directory. */
  folder: string;
  logFile: string;
  portFile: string;
  binaries: Binaries;
  account: Account;
  passwords: z.infer<typeof Passwords>;
}

const Passwords = z.object({
  /** Of the superuser `postgres`, which only this module uses. */
  admin: z.string().regex(/^[0-9a-f]{48}$/),
  /** Of the role that owns the application's database. */
  application: z.string().regex(/^[0-9a-f]{48}$/),
});

/** The environment of the Postgres processes: none of ours, which holds secrets. Messages are matched, so they are in English. */
export const POSTGRES_ENV = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Opens `dataDir/postgres`, and makes the cluster there if there is none. Several processes may do so at once. */
export async function openCluster(
  dataDir: string,
  { durable, onProgress }: { durable: boolean; onProgress: (message: string) => void },
): Promise<Cluster> {
  const home = join(dataDir, 'postgres');
  // Others may pass through to the cluster, which belongs to another user when we are root; each file closes itself.
  await mkdir(home, { recursive: true, mode: 0o711 });
  const folder = join(home, 'cluster');
  const binaries = await findBinaries();
  const account = await chooseAccount(folder, [home, dirname(binaries.postgres)]);
  const exists = await isThere(join(folder, 'PG_VERSION'));
  const passwords = await readPasswords(join(home, 'passwords.json'), exists);
  const cluster = {
    folder,
    logFile: join(home, 'postgres.log'),
    portFile: join(home, 'port'),
    binaries,
    account,
    passwords,
  };
  if (!exists) {
    onProgress('Creating the database (first start) …');
    await create(cluster, durable);
  }
  return cluster;
}

async function readPasswords(path: string, clusterExists: boolean): Promise<Cluster['passwords']> {
  if (clusterExists && !(await isThere(path))) {
    throw new Error(`${path} is missing, so the database beside it cannot be opened. Restore that file from a backup.`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const contents = await createFileOnce(path, () => `${JSON.stringify({ admin: secret(), application: secret() })}\n`);
  try {
    return Passwords.parse(JSON.parse(contents));
  } catch {
    throw new Error(`${path} is damaged, so the database beside it cannot be opened. Restore that file from a backup.`);
  }
}

/** Made aside and then renamed: what is there is whole, whoever dies or races meanwhile. */
async function create(cluster: Cluster, durable: boolean): Promise<void> {
  const { owner } = cluster.account;
  const workplace = await mkdtemp(`${cluster.folder}-new-`);
  try {
    const passwordFile = join(workplace, 'password');
    await writeFile(passwordFile, `${cluster.passwords.admin}\n`, { mode: 0o600 });
    if (owner) {
      await chown(passwordFile, owner.uid, owner.gid);
      await chown(workplace, owner.uid, owner.gid);
    }
    const draft = join(workplace, 'cluster');
    await initdb(cluster, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await rename(draft, cluster.folder).catch(unlessAnotherWasFirst);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function initdb({ binaries, account, folder }: Cluster, initdbArgs: string[]): Promise<void> {
  const { command, args, ...identity } = account.launch(binaries.initdb, initdbArgs);
  const child = spawn(command, args, {
    ...identity,
    cwd: dirname(folder),
    env: POSTGRES_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code, complaint] = await Promise.all([exited, text(child.stderr)]);
  if (code === 0) return;
  const cure = /effective user ID/.test(complaint) ? ' Run as a user that /etc/passwd knows, or set DATABASE_URL.' : '';
  throw new Error(`The database could not be created in ${folder}: ${complaint.trim()}.${cure}`);
}

function unlessAnotherWasFirst(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
