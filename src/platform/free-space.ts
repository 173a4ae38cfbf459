import { statfs } from 'node:fs/promises';
import { watched } from './metrics/index.js';

const freeSpace = watched(
  'disk_free_bytes',
  'Bytes that can still be written to the file system of `DATA_DIR` (`data_dir`) and of `WAL_ARCHIVE_DIR` (`wal_archive`). Missing while it cannot be read.',
  ['kind'],
);

/** Bytes that an ordinary user can still write to the file system of a path. @throws Error if it does not exist */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Shows the free space of file systems as metrics. @param folders by the label `kind` @returns ends that */
export function watchFreeSpace(folders: Readonly<Record<string, string | undefined>>): () => void {
  return freeSpace.watch(async () => {
    const readings = Object.entries(folders).map(async ([kind, folder]) => {
      const free = folder === undefined ? null : await freeBytes(folder).catch(() => null);
      return free === null ? [] : [[{ kind }, free] as const];
    });
    return (await Promise.all(readings)).flat();
  });
}
