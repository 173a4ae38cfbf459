import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../../platform/object-storage/index.js';

/** Bytes, and where they are. */
export interface StoredBytes {
  workspaceId: string;
  fileId: string;
  /** `database`, `folder`, `segments`, or the URL of an object. */
  place: string;
}

/** One kind of place where the bytes of files are. */
export interface BytePlace {
  /** Stores all bytes of a source, in bounded memory. After a failure some may be left, which `remove` deletes. */
  write(bytes: StoredBytes, source: Readable): Promise<void>;
  /** Opens a stream of some of the bytes. @throws Error if they are not there */
  read(bytes: StoredBytes, range: ByteRange): Promise<Readable>;
  /** Deletes bytes, if there are any. */
  remove(bytes: StoredBytes): Promise<void>;
}
