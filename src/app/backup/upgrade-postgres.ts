import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveSource } from '../../platform/backup/index.js';
import {
  clusterHome,
  formerCluster,
  majorOfCluster,
  majorOfPackage,
  OtherMajor,
  packageFolder,
  runningPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/index.js';
import type { StorageSettings } from '../../platform/object-storage/index.js';
import { backUpDatabase } from './backup-database.js';
import { inspectBackup, type Restore, type RestoreReport, restoreDatabase } from './restore-database.js';
import { withPool } from './with-pool.js';
import { withPostgres } from './with-postgres.js';

export interface Upgrade extends Pick<Restore, 'keys' | 'keysFrom' | 'onStep' | 'onProgress'> {
  dataDir: string;
  /** The package with the Postgres that created the cluster. */
  programs?: string | undefined;
  /** A backup to take the rows from, in place of the cluster: a path, or `s3://bucket/key`. */
  backup?: string | undefined;
  storage: StorageSettings;
  /** Gives up, and leaves everything as it was. */
  signal: AbortSignal;
}

export interface UpgradeReport {
  /** Major versions; equal if there was nothing to do. */
  from: number;
  to: number;
  /** The former cluster, which nothing uses any more; null if there is none. */
  former: string | null;
  /** Null if only an interrupted upgrade was finished, or nothing was to do. */
  restored: RestoreReport | null;
}

/** Packages that have a Postgres of a former major version. */
const formerPackages: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' };

/**
 * Moves the rows of an embedded cluster to one of the installed Postgres, and verifies them. The former cluster is unchanged,
 * and is replaced in the last step; after a failure or a crash before it, everything is as it was.
 * @throws Error with the cure if the former Postgres is missing, a server runs, or rows differ
 */
export async function upgradePostgres(upgrade: Upgrade): Promise<UpgradeReport> {
  const { dataDir, onStep } = upgrade;
  const home = clusterHome(dataDir);
  const to = await majorOfPackage(packageFolder());
  const place = join(home, 'upgrade');
  const made = join(clusterHome(place), 'cluster');
  const from = await majorOfCluster(join(home, 'cluster'));
  if (from === null) return finish(dataDir, { to, made, place });
  if (from === to) return { from, to, former: null, restored: null };
  if (from > to) throw new OtherMajor(dataDir, { cluster: from, installed: to });
  const former = formerCluster(dataDir, from);
  if (existsSync(former)) throw new Error(`${former} is there from an earlier upgrade. Move it away, or delete it.`);
  const read = upgrade.backup === undefined ? readFormer : readBackup;
  const restored = await read(upgrade, from, place);
  onStep('Replacing the cluster …');
  await rename(join(home, 'cluster'), former);
  await rename(made, join(home, 'cluster'));
  await rm(place, { recursive: true, force: true });
  return { from, to, former, restored };
}

/** Writes a new cluster with the rows of a backup, which is complete and stopped then. */
async function readBackup(upgrade: Upgrade, from: number, place: string): Promise<RestoreReport> {
  const { dataDir, backup = '' } = upgrade;
  await requireStopped(dataDir);
  return withPlace(upgrade, from, place, async () => {
    const report = await writeRows(upgrade, backup, place);
    await requireStopped(dataDir);
    const passwords = join(clusterHome(dataDir), 'passwords.json');
    if (!existsSync(passwords)) await copyFile(join(clusterHome(place), 'passwords.json'), passwords);
    return report;
  });
}

/** The same with the rows of the cluster, by the Postgres that created it. It runs until the end, so that no server can. */
async function readFormer(upgrade: Upgrade, from: number, place: string): Promise<RestoreReport> {
  const { dataDir, programs, storage, signal, onStep, onProgress } = upgrade;
  if (programs === undefined) throw new Error(missingPrograms(from));
  const found = await majorOfPackage(programs).catch(() => {
    throw new Error(`${programs} is not a package of Postgres: it has no package.json. ${missingPrograms(from)}`);
  });
  if (found !== from) throw new Error(`${programs} has Postgres ${found}. ${missingPrograms(from)}`);
  onStep(`Reading the rows with Postgres ${from} …`);
  const options = { dataDir, programs: { installed: programs }, onProgress: onStep };
  return withPostgres(options, signal, ({ url }) =>
    withPlace(upgrade, from, place, async () => {
      const file = join(place, 'rows.backup');
      await withPool(url, (pool) => backUpDatabase(pool, file, storage, onProgress));
      return writeRows(upgrade, file, place);
    }),
  );
}

/** @throws Error if a Postgres runs on the cluster: what it writes would be lost */
async function requireStopped(dataDir: string): Promise<void> {
  const pid = await runningPostgres(dataDir);
  if (pid === null) return;
  throw new Error(
    `Postgres (pid ${pid}) runs on ${clusterHome(dataDir)}. Stop its server; if that was killed, stop Postgres by \`kill -INT ${pid}\`.`,
  );
}

/** Prepares the place for `work`, and removes it after an error. */
async function withPlace<T>({ dataDir }: Upgrade, from: number, place: string, work: () => Promise<T>): Promise<T> {
  await preparePlace(dataDir, place);
  try {
    return await work();
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    const { message } = error as Error;
    const isFull = /ENOSPC|No space left on device|Check free disk space|is full/.test(message);
    const reason = isFull ? `The disk of ${place} is full: about twice the size of the database is needed.` : message;
    throw new Error(`${reason} The database is still that of Postgres ${from}, unchanged.`, { cause: error });
  }
}

/** An empty place for the new cluster, whose roles keep their passwords. @throws DataDirInUse if another upgrade uses it */
async function preparePlace(dataDir: string, place: string): Promise<void> {
  // Of an upgrade that was killed.
  if ((await runningPostgres(place)) !== null) await (await startEmbeddedPostgres({ dataDir: place })).stop();
  await rm(place, { recursive: true, force: true });
  await mkdir(clusterHome(place), { recursive: true, mode: 0o711 });
  const passwords = join(clusterHome(dataDir), 'passwords.json');
  if (existsSync(passwords)) await copyFile(passwords, join(clusterHome(place), 'passwords.json'));
}

function missingPrograms(major: number): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = `/tmp/postgres-${major}`;
  const version = formerPackages[major] ?? `<a version of ${major}>`;
  return `Postgres ${major} is required to read the database. Install it by \`npm install --prefix ${folder} ${name}@${version}\` and add \`--programs ${folder}/node_modules/${name}\`, or name a backup of the former release with --from-backup.`;
}

async function writeRows(upgrade: Upgrade, from: string, place: string): Promise<RestoreReport> {
  const { keys, keysFrom, storage, signal, onStep, onProgress } = upgrade;
  const file = archiveSource(from, storage);
  onStep(`Checking ${from} …`);
  const header = await inspectBackup(file, keys, keysFrom);
  return withPostgres({ dataDir: place, onProgress: onStep }, signal, ({ url }) =>
    withPool(url, (pool) => restoreDatabase({ file, header, url, pool, keys, keysFrom, onStep, onProgress })),
  );
}

/** Finishes an upgrade that was interrupted between its two last steps. */
async function finish(dataDir: string, { to, made, place }: { to: number; made: string; place: string }) {
  const home = clusterHome(dataDir);
  if ((await majorOfCluster(made)) !== to) {
    throw new Error(
      `No database was found in ${dataDir}. Correct DATA_DIR; \`restore\` creates a database from a backup.`,
    );
  }
  await rename(made, join(home, 'cluster'));
  await rm(place, { recursive: true, force: true });
  return { from: to, to, former: null, restored: null };
}
