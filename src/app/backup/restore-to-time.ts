import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { transactionOn } from '../../platform/database/in-transaction.js';
import { chooseAccount, clusterHome, majorOfPackage, packageFolder } from '../../platform/embedded-postgres/index.js';
import { requireInstanceKeys } from '../../platform/vault/index.js';
import {
  type BaseBackup,
  basesFolder,
  copyClusterIn,
  lastSegment,
  listBases,
  replaying,
} from '../../platform/wal-archive/index.js';
import { instanceColumns } from '../collect-modules.js';
import { bringUpToDate, endEpoch, type Restore, type Verified, verifyDatabase } from './restore-database.js';
import { withPool } from './with-pool.js';
import { withPostgres } from './with-postgres.js';

export interface TimedRestore extends Pick<Restore, 'keys' | 'keysFrom' | 'onStep'> {
  archive: string;
  to: Date;
  /** Has no cluster yet. */
  dataDir: string;
  /** Gives up, and leaves nothing. */
  signal: AbortSignal;
}

export interface TimedRestoreReport extends Verified {
  archive: string;
  restoredTo: string;
  /** The base backup from which the log was replayed. */
  base: { name: string; finishedAt: string; release: string };
}

/**
 * Restores an embedded cluster as it was at a time, and begins a new epoch of the event log. The cluster gets its place when it
 * is complete: after a failure there is none.
 * @throws Error if the archive does not reach that time, or these keys are not those of its secrets
 */
export async function restoreToTime(restore: TimedRestore): Promise<TimedRestoreReport> {
  const { archive, to, dataDir, onStep } = restore;
  const home = clusterHome(dataDir);
  if (existsSync(join(home, 'cluster')))
    throw new Error(`${dataDir} has a database already. Restore into a new DATA_DIR.`);
  const base = chooseBase(await listBases(archive), to);
  await requireMajor(base);
  const place = join(home, 'recovery');
  await rm(place, { recursive: true, force: true });
  try {
    onStep(`Copying the base backup of ${base.finishedAt.toISOString()} …`);
    await writeCluster(join(basesFolder(archive), base.name), place);
    onStep(`Replaying the log to ${to.toISOString()} …`);
    const verified = await replay(restore, place);
    await rename(join(clusterHome(place), 'passwords.json'), join(home, 'passwords.json'));
    await rename(join(clusterHome(place), 'cluster'), join(home, 'cluster'));
    const { name, finishedAt, release } = base;
    return {
      archive,
      restoredTo: to.toISOString(),
      base: { name, finishedAt: finishedAt.toISOString(), release },
      ...verified,
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function chooseBase(bases: readonly BaseBackup[], to: Date): BaseBackup {
  const base = bases.findLast(({ finishedAt }) => finishedAt <= to);
  if (base) return base;
  const [first] = bases;
  if (!first) throw new Error('The archive has no complete base backup, so nothing can be restored from it.');
  throw new Error(`The archive begins at ${first.finishedAt.toISOString()}. Name a later time.`);
}

async function requireMajor({ postgres, release }: BaseBackup): Promise<void> {
  const installed = await majorOfPackage(packageFolder());
  if (postgres === installed) return;
  throw new Error(
    `The base backup is of Postgres ${postgres}, and this release has Postgres ${installed}. Restore it with release ${release}, then upgrade.`,
  );
}

async function writeCluster(base: string, place: string): Promise<void> {
  await mkdir(clusterHome(place), { recursive: true, mode: 0o711 });
  await copyFile(join(base, 'passwords.json'), join(clusterHome(place), 'passwords.json'));
  const cluster = join(clusterHome(place), 'cluster');
  const account = await chooseAccount(cluster);
  await copyClusterIn(join(base, 'cluster'), cluster, account);
  const signal = join(cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (account) await chown(signal, account.uid, account.gid);
}

/** Replays the log, and makes the database one of this release. */
async function replay(restore: TimedRestore, place: string): Promise<Verified> {
  const { archive, to, keys, keysFrom, signal, onStep } = restore;
  const replayed = withPostgres({ dataDir: place, ...replaying(archive, to) }, signal, ({ url }) =>
    withPool(url, async (pool: pg.Pool) => {
      await requireInstanceKeys(pool, keys, keysFrom, instanceColumns);
      await transactionOn(pool, endEpoch);
      onStep('Updating the tables …');
      await bringUpToDate(pool, url, onStep);
      return verifyDatabase({ pool, keys, onStep });
    }),
  );
  return replayed.catch(async (error: Error) => {
    if (!/recovery ended before configured recovery target/.test(error.message)) throw error;
    const last = await lastSegment(archive);
    const reaches = last ? `its last file is of ${(await stat(last)).mtime.toISOString()}` : 'it has no files';
    throw new Error(`The archive does not reach ${to.toISOString()}: ${reaches}. Name an earlier time.`, {
      cause: error,
    });
  });
}
