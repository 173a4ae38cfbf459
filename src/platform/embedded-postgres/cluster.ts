import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, mkdtemp, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createFileOnce } from '../create-file-once.js';
import { type Account, chooseAccount, firstClosed } from './account.js';
import { type Binaries, findBinaries, type ProgramFolders, packageFolder } from './binaries.js';
import { requireOpenable } from './versions.js';

/** A folder with a Postgres cluster, and what is needed to run it. */
export interface Cluster {
  /** What Postgres calls its data directory. */
  folder: string;
  logFile: string;
  portFile: string;
  binaries: Binaries;
  /** Owner of the folder, as whom Postgres runs; absent for the current user. */
  account?: Account;
  /**
   * True if the account may not enter a folder on the path to the cluster: Postgres is then started in it and refers to
   * it as its working directory.
   */
  closed: boolean;
  passwords: z.infer<typeof Passwords>;
}

const Passwords = z.object({
  /** Password of the superuser `postgres`, which only this module uses. */
  admin: z.string().regex(/^[0-9a-f]{48}$/),
  /** Password of the role that owns the application's database. */
  application: z.string().regex(/^[0-9a-f]{48}$/),
});

/**
 * The environment of the Postgres processes, without the server's, which contains secrets. English, because messages
 * are matched.
 */
export const POSTGRES_ENV = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

/**
 * Each process's own working directory, inherited from a parent that could enter it: its path is not resolved again.
 */
const WORKING_DIRECTORY = '/proc/self/cwd';

/** The name by which a Postgres started in `folder` refers to it. */
export function nameOfFolder({ closed }: Cluster, folder: string): string {
  return closed ? WORKING_DIRECTORY : folder;
}

export interface ClusterOptions {
  /** Whether what is created must survive a power failure. */
  durable: boolean;
  onProgress: (message: string) => void;
  programs?: ProgramFolders;
}

/** Opens `dataDir/postgres`, and creates the cluster if there is none. Several processes may do so concurrently. */
export async function openCluster(
  dataDir: string,
  { durable, onProgress, programs }: ClusterOptions,
): Promise<Cluster> {
  await requireOpenable(dataDir, programs?.installed ?? packageFolder());
  // Other users may pass through to the cluster, which belongs to another user if the server is root; each file is
  // protected itself.
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  // Links on the path could lead through folders that the other user may not enter.
  const home = await realpath(join(dataDir, 'postgres'));
  const folder = join(home, 'cluster');
  const account = await chooseAccount(folder);
  const exists = await isThere(join(folder, 'PG_VERSION'));
  const cluster = {
    folder,
    logFile: join(home, 'postgres.log'),
    portFile: join(home, 'port'),
    account,
    closed: account !== undefined && (await isClosed([home, ...(exists ? [folder] : [])], account)),
    binaries: await findBinaries(account, programs),
    passwords: await readPasswords(join(home, 'passwords.json'), exists),
  };
  if (!exists) {
    onProgress('Creating the database (first start) …');
    await create(cluster, durable);
  }
  return cluster;
}

async function isClosed(folders: string[], account: Account): Promise<boolean> {
  for (const folder of folders) {
    const closed = await firstClosed(folder, account);
    if (!closed) continue;
    await access(WORKING_DIRECTORY).catch(() => {
      throw new Error(
        `Postgres must not run as root, and user ${account.uid} cannot enter ${closed}. Run as an ordinary user, ` +
          'move DATA_DIR to a folder that other users may enter, mount /proc, or set DATABASE_URL.',
      );
    });
    return true;
  }
  return false;
}

async function readPasswords(path: string, clusterExists: boolean): Promise<Cluster['passwords']> {
  if (clusterExists && !(await isThere(path))) {
    throw new Error(`${path} is required to open the database, but was not found. Restore the file from a backup.`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const contents = await createFileOnce(path, () => `${JSON.stringify({ admin: secret(), application: secret() })}\n`);
  try {
    return Passwords.parse(JSON.parse(contents));
  } catch {
    throw new Error(`${path} is damaged, so the database cannot be opened. Restore the file from a backup.`);
  }
}

/** Created elsewhere and then renamed: an existing cluster is complete, despite crashes and concurrent starts. */
async function create(cluster: Cluster, durable: boolean): Promise<void> {
  const { account, folder } = cluster;
  const workplace = await mkdtemp(`${folder}-new-`);
  try {
    const passwordFile = join(workplace, 'password');
    await writeFile(passwordFile, `${cluster.passwords.admin}\n`, { mode: 0o600 });
    const draft = join(workplace, 'cluster');
    await mkdir(draft, { mode: 0o700 });
    if (account) {
      for (const path of [passwordFile, draft, workplace]) await chown(path, account.uid, account.gid);
    }
    await initdb(cluster, draft, [
      `--pgdata=${nameOfFolder(cluster, draft)}`,
      '--pwfile=../password',
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await rename(draft, folder).catch(unlessAnotherWasFirst);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function initdb({ binaries, account, folder }: Cluster, draft: string, args: string[]): Promise<void> {
  const child = spawn(binaries.initdb, args, {
    ...account,
    cwd: draft,
    env: POSTGRES_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code, complaint] = await Promise.all([exited, text(child.stderr)]);
  if (code === 0) return;
  const cure = /effective user ID/.test(complaint) ? ' Run as a user listed in /etc/passwd, or set DATABASE_URL.' : '';
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
