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
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/index.js';
import type { StorageSettings } from '../../platform/object-storage/index.js';
import { backUpDatabase } from './backup-database.js';
import { inspectBackup, type Restore, type RestoreReport, restoreDatabase } from './restore-database.js';
import { withPool } from './with-pool.js';

export interface Upgrade extends Pick<Restore, 'keys' | 'keysFrom' | 'onStep' | 'onProgress'> {
  dataDir: string;
  /** The package with the Postgres that created the cluster. */
  programs?: string | undefined;
  /** A backup to take the rows from, in place of the cluster: a path, or `s3://bucket/key`. */
  backup?: string | undefined;
  storage: StorageSettings;
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
  await rm(place, { recursive: true, force: true });
  await mkdir(clusterHome(place), { recursive: true, mode: 0o711 });
  // The roles keep their passwords.
  await copyFile(join(home, 'passwords.json'), join(clusterHome(place), 'passwords.json'));
  const file = upgrade.backup ?? (await readFormer(upgrade, from, join(place, 'rows.backup')));
  const restored = await writeNew(upgrade, place, file);
  onStep('Replacing the cluster …');
  const former = formerCluster(dataDir, from);
  await rename(join(home, 'cluster'), former);
  await rename(made, join(home, 'cluster'));
  await rm(place, { recursive: true, force: true });
  return { from, to, former, restored };
}

/** Copies the rows of the cluster to a file, by the Postgres that created it. */
async function readFormer({ dataDir, programs, storage, onStep, onProgress }: Upgrade, from: number, file: string) {
  if (programs === undefined) throw new Error(missingPrograms(from));
  const found = await majorOfPackage(programs).catch(() => {
    throw new Error(`${programs} is not a package of Postgres: it has no package.json. ${missingPrograms(from)}`);
  });
  if (found !== from) throw new Error(`${programs} has Postgres ${found}. ${missingPrograms(from)}`);
  onStep(`Reading the rows with Postgres ${from} …`);
  const postgres = await startEmbeddedPostgres({ dataDir, programs: { installed: programs }, onProgress: onStep });
  try {
    await withPool(postgres.url, (pool) => backUpDatabase(pool, file, storage, onProgress));
  } finally {
    await postgres.stop();
  }
  return file;
}

function missingPrograms(major: number): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = `/tmp/postgres-${major}`;
  const version = formerPackages[major] ?? `<a version of ${major}>`;
  return `Postgres ${major} is required to read the database. Install it by \`npm install --prefix ${folder} ${name}@${version}\` and add \`--programs ${folder}/node_modules/${name}\`, or name a backup of the former release with --from-backup.`;
}

async function writeNew(upgrade: Upgrade, place: string, from: string): Promise<RestoreReport> {
  const { keys, keysFrom, storage, onStep, onProgress } = upgrade;
  const file = archiveSource(from, storage);
  onStep(`Checking ${from} …`);
  const header = await inspectBackup(file, keys, keysFrom);
  const postgres = await startEmbeddedPostgres({ dataDir: place, onProgress: onStep });
  try {
    const { url } = postgres;
    return await withPool(url, (pool) =>
      restoreDatabase({ file, header, url, pool, keys, keysFrom, onStep, onProgress }),
    );
  } finally {
    await postgres.stop();
  }
}

/** Finishes an upgrade that was interrupted between its two last steps. */
async function finish(dataDir: string, { to, made, place }: { to: number; made: string; place: string }) {
  const home = clusterHome(dataDir);
  if ((await majorOfCluster(made)) !== to) throw new Error(`No database was found in ${dataDir}.`);
  await rename(made, join(home, 'cluster'));
  await rm(place, { recursive: true, force: true });
  return { from: to, to, former: null, restored: null };
}
