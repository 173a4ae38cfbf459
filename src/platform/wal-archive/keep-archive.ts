import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.js';
import { type BaseBackup, basesFolder, listBases, listSegments, makeFolders, walFolder } from './archive-folder.js';
import { findGap, planRetention } from './plan-retention.js';
import { type BaseBackupOptions, takeBaseBackup } from './take-base-backup.js';

const hourMs = 3_600_000;
/** Age of the newest base backup after which another one is taken. */
const baseEveryMs = 24 * hourMs;

export interface ArchiveKeeping extends Omit<BaseBackupOptions, 'signal'> {
  /** How many days can be restored at least. */
  days: number;
  log: Log;
}

/**
 * Keeps an archive: takes a base backup each day, and another one if the log has a gap since the last; deletes what is not
 * needed for the last days. Errors are logged, and it tries again after an hour.
 * @returns stops it, also while a base backup is taken
 */
export function keepArchive(keeping: ArchiveKeeping): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const working = (async () => {
    while (!signal.aborted) {
      await keepOnce(keeping, signal).catch((error: unknown) => {
        if (!signal.aborted) keeping.log.error({ err: error }, 'the archive of the database is not kept');
      });
      await delay(hourMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return working;
  };
}

async function keepOnce(keeping: ArchiveKeeping, signal: AbortSignal): Promise<void> {
  const { archive, days, log } = keeping;
  await makeFolders(archive);
  const reason = whyNewBase(await listBases(archive), await listSegments(archive), new Date());
  if (reason) {
    const { name } = await takeBaseBackup({ ...keeping, signal });
    log.info({ name, reason }, 'a base backup was taken');
  }
  const keepFrom = new Date(Date.now() - days * 24 * hourMs);
  const old = planRetention(await listBases(archive), await listSegments(archive), keepFrom);
  // Base backups first: without their log they are of no use.
  for (const name of old.bases) await rm(join(basesFolder(archive), name), { recursive: true, force: true });
  for (const name of old.segments) await rm(join(walFolder(archive), `${name}.gz`), { force: true });
}

/** Why another base backup is needed; null if none is. */
export function whyNewBase(bases: readonly BaseBackup[], segments: readonly string[], now: Date): string | null {
  const newest = bases.at(-1);
  if (!newest) return 'there is none';
  if (now.getTime() - newest.finishedAt.getTime() >= baseEveryMs) return 'the last one is a day old';
  if (findGap(newest, segments)) return 'the log has a gap';
  const timelines = new Set(segments.map((name) => name.slice(0, 8)));
  return [...timelines].some((timeline) => timeline > newest.firstSegment.slice(0, 8))
    ? 'the database was restored'
    : null;
}
