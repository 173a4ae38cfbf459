import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { createFileBeside } from '../create-file-beside.js';
import { isStorageUrl, openStorage, readObject, type StorageSettings, uploadObject } from '../object-storage/index.js';
import { type ArchiveSource, fileSource } from './read-archive.js';
import { ArchiveWriter } from './write-archive.js';

/** An archive that is complete. */
interface Created<T> {
  written: T;
  /** Of the file or object. */
  bytes: number;
}

/**
 * The place of a new archive: `target`, or in a folder or below a prefix (`s3://bucket/prefix/`) a name with the current time,
 * `<kind of name>-<time>.<extension>`.
 * @throws Error if it is a file that exists
 */
export async function nameArchive(target: string, name: string, extension: string): Promise<string> {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const fullName = `${name}-${time.replaceAll(':', '')}.${extension}`;
  if (isStorageUrl(target)) return target.endsWith('/') ? `${target}${fullName}` : target;
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (!found) return target;
  if (!found.isDirectory()) throw new Error(`${target} already exists. Name another file, or a folder.`);
  return join(target, fullName);
}

/**
 * Creates an archive, which exists when it is complete; after a failure nothing of it is left. Nothing is replaced.
 * @param place a path, or `s3://bucket/key`
 * @param write fills it to its end
 * @throws Error if it exists
 */
export function createArchive<T>(
  place: string,
  storage: StorageSettings,
  write: (writer: ArchiveWriter) => Promise<T>,
): Promise<Created<T>> {
  const fill = async (target: string | Writable) => {
    const writer = new ArchiveWriter(target);
    try {
      return await write(writer);
    } finally {
      await writer.abort();
    }
  };
  return isStorageUrl(place) ? createObject(place, storage, fill) : createFileBeside(place, fill);
}

async function createObject<T>(
  url: string,
  settings: StorageSettings,
  fill: (target: Writable) => Promise<T>,
): Promise<Created<T>> {
  const upload = await uploadObject(openStorage(url, settings));
  const failed = (failure: Error) => ({ failure });
  const result = await fill(upload.stream).then((written) => ({ written }), failed);
  await upload.abort().catch((error: Error) => {
    if (!('failure' in result)) throw error;
    throw new Error(`${result.failure.message} ${error.message}`, { cause: result.failure });
  });
  if ('failure' in result) throw result.failure;
  return { written: result.written, bytes: upload.bytes() };
}

/** An archive in a file, or one version of an object. @param place a path, or `s3://bucket/key` */
export function archiveSource(place: string, storage: StorageSettings): ArchiveSource {
  if (!isStorageUrl(place)) return fileSource(place);
  return { name: place, open: readObject(openStorage(place, storage)) };
}
