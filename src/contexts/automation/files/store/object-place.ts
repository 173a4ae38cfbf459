import { pipeline } from 'node:stream/promises';
import {
  openStorage,
  readObject,
  type StorageError,
  type StorageSettings,
  uploadObject,
} from '../../../../platform/object-storage/index.js';
import type { BytePlace } from './byte-place.js';

/** Bytes of a part of an upload; two of them are in memory. A file may have 10,000 parts. */
const partBytes = 8 * 1024 * 1024;

/** An object storage, whose objects exist when they are complete. */
export function objectPlace(settings: StorageSettings): BytePlace {
  return {
    async write({ place }, source) {
      const upload = await uploadObject(openStorage(place, settings), partBytes);
      try {
        await pipeline(source, upload.stream);
      } finally {
        await upload.abort();
      }
    },
    read: async ({ place }, range) => readObject(openStorage(place, settings), range)(),
    async remove({ place }) {
      try {
        await openStorage(place, settings).send({ method: 'DELETE' });
      } catch (error) {
        if ((error as StorageError).code !== 'NoSuchKey') throw error;
      }
    },
  };
}
