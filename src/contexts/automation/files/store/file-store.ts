import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '../../../../platform/database/database.js';
import { defineService } from '../../../../platform/define-service.js';
import type { AppError } from '../../../../platform/errors/errors.js';
import { newId } from '../../../../platform/new-id.js';
import { type ByteRange, isStorageUrl } from '../../../../platform/object-storage/index.js';
import type { FileSettings } from '../../../../platform/services.js';
import type { BytePlace, StoredBytes } from './byte-place.js';
import { databasePlace } from './database-place.js';
import { announceBytes, forgetBytes, placeOfBytes, placesOfBytes, releaseBytes } from './file-bytes.js';
import { folderPlace } from './folder-place.js';
import { countPassed } from './free-chunks.js';
import { objectPlace } from './object-place.js';
import { segments, segmentsPlace } from './segments-place.js';

/** Bytes that were stored, and are deleted within a day unless a file claims them. */
export interface SavedBytes {
  fileId: string;
  size: number;
  sha256: string;
}

/** How many bytes may be stored, and what is thrown for more. */
export interface MostBytes {
  bytes: number;
  exceeded(): AppError;
}

/** The bytes of all files: streamed in and out, never whole in memory. */
export interface FileStore {
  /**
   * Stores all bytes of a source.
   * @param fileId in place of a new one; bytes that it has without a file are replaced
   * @throws what the source throws; `most.exceeded()`
   */
  save(workspaceId: string, source: AsyncIterable<Uint8Array>, most: MostBytes, fileId?: string): Promise<SavedBytes>;
  /** Opens a stream of some bytes of a file. @throws Error if they are not there */
  read(workspaceId: string, fileId: string, range: ByteRange): Promise<Readable>;
  /** Where the bytes of several files are, in one statement; those that have none are absent. */
  placesOf(workspaceId: string, fileIds: readonly string[]): Promise<Map<string, StoredBytes>>;
  /** Opens a stream of some bytes whose place is known. @throws Error if they are not there */
  readAt(bytes: StoredBytes, range: ByteRange): Promise<Readable>;
  /** Deletes bytes where they are; the row that says it stays. */
  remove(bytes: StoredBytes): Promise<void>;
}

export const fileStore = defineService<FileStore>('file store', ({ db, settings }) =>
  createFileStore(db, settings.files),
);

/** @param settings where new bytes are stored; others are read and deleted where they are */
export function createFileStore(
  db: Pick<Database, 'within'>,
  { place, folder, storage }: Pick<FileSettings, 'place' | 'folder' | 'storage'>,
): FileStore {
  const [inDatabase, inFolder, inStorage] = [databasePlace(db), folderPlace(folder), objectPlace(storage)];
  const placeOf = (bytes: StoredBytes): BytePlace => {
    if (bytes.place === segments) return inSegments;
    if (bytes.place === 'database') return inDatabase;
    return bytes.place === 'folder' ? inFolder : inStorage;
  };
  const store: FileStore = {
    async save(workspaceId, source, most, fileId = newId()) {
      const sql = db.within(workspaceId);
      const former = await placeOfBytes(sql, workspaceId, fileId);
      if (former) await placeOf(former).remove(former);
      if (former) await forgetBytes(sql, former);
      const bytes = { workspaceId, fileId, place: isStorageUrl(place) ? `${place}${workspaceId}/${fileId}` : place };
      await announceBytes(sql, bytes);
      const measured = measure(source, most);
      try {
        await placeOf(bytes).write(bytes, Readable.from(measured.bytes(), { objectMode: false }));
      } catch (error) {
        // What this does not reach is deleted a day later.
        await releaseBytes(sql, workspaceId, fileId).catch(() => undefined);
        throw measured.error ?? error;
      }
      return { fileId, ...measured.result() };
    },
    async read(workspaceId, fileId, range) {
      const bytes = await placeOfBytes(db.within(workspaceId), workspaceId, fileId);
      if (!bytes) throw new Error(`The bytes of the file ${fileId} are missing.`);
      return placeOf(bytes).read(bytes, range);
    },
    placesOf: (workspaceId, fileIds) => placesOfBytes(db.within(workspaceId), workspaceId, fileIds),
    readAt: (bytes, range) => placeOf(bytes).read(bytes, range),
    remove: (bytes) => placeOf(bytes).remove(bytes),
  };
  const inSegments = segmentsPlace(db, store.read);
  return store;
}

/** Counts and hashes bytes as they pass. */
function measure(source: AsyncIterable<Uint8Array>, most: MostBytes) {
  const hash = createHash('sha256');
  let size = 0;
  const measured = {
    /** Why the source ended early: a place may hide it behind an error of its own. */
    error: undefined as Error | undefined,
    async *bytes(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > most.bytes) throw most.exceeded();
          hash.update(chunk);
          countPassed(chunk.length);
          yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
        }
      } catch (error) {
        measured.error = error as Error;
        throw error;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
  return measured;
}
