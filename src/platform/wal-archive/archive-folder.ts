import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/*
 * The folder of an archive:
 *
 *   wal/<segment>.gz     what Postgres wrote, 16 MiB each before compression
 *   base/<time>/         a base backup: the files of the cluster, large ones compressed, and base.json
 */
export const walFolder = (archive: string): string => join(archive, 'wal');
export const basesFolder = (archive: string): string => join(archive, 'base');

/** A copy of a cluster, from which the log is replayed. */
export interface BaseBackup {
  /** The name of its folder. */
  name: string;
  startedAt: Date;
  /** The earliest time that can be restored from it. */
  finishedAt: Date;
  /** The segment of the log from which it is replayed. */
  firstSegment: string;
  /** Of the cluster and its copies. */
  systemIdentifier: string;
  /** The major version of Postgres. */
  postgres: number;
  release: string;
}

export const BaseFile = z.object({
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  finishedAt: z.iso.datetime().transform((text) => new Date(text)),
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  systemIdentifier: z.string(),
  postgres: z.int(),
  release: z.string(),
});

/** The name of the file that describes a base backup; written last. */
export const baseFile = 'base.json';

/** Creates the folders that are missing. Others pass through to `wal`, which belongs to the user of Postgres. */
export async function makeFolders(archive: string): Promise<void> {
  await mkdir(archive, { recursive: true, mode: 0o711 });
  await mkdir(walFolder(archive), { mode: 0o700, recursive: true });
  await mkdir(basesFolder(archive), { mode: 0o700, recursive: true });
}

/** The complete base backups of an archive, the oldest first. @throws Error if the folder is no archive */
export async function listBases(archive: string): Promise<BaseBackup[]> {
  const names = await readdir(basesFolder(archive)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${archive} is not an archive: it has no folder base.`) : error;
  });
  const complete = names.filter((name) => /^\d{8}T\d{9}Z$/.test(name)).sort();
  return Promise.all(complete.map((name) => readBase(archive, name)));
}

async function readBase(archive: string, name: string): Promise<BaseBackup> {
  const path = join(basesFolder(archive), name, baseFile);
  const parsed = BaseFile.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return { name, ...parsed.data };
  throw new Error(`${path} is damaged. Delete that folder, and restore from another base backup.`);
}

/** The segments in an archive, in their order. */
export async function listSegments(archive: string): Promise<string[]> {
  const names = await readdir(walFolder(archive));
  return names.flatMap((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? []).sort();
}

/** The path of the newest segment of an archive; undefined if there is none. */
export async function lastSegment(archive: string): Promise<string | undefined> {
  const name = (await listSegments(archive)).at(-1);
  return name && join(walFolder(archive), `${name}.gz`);
}
