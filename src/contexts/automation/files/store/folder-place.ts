import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFileBeside } from '../../../../platform/create-file-beside.js';
import type { BytePlace, StoredBytes } from './byte-place.js';

/** A folder: each file has its name when it is complete and on the disk. */
export function folderPlace(folder: string): BytePlace {
  // The end of an ID is random: no folder gets too many entries.
  const pathOf = ({ workspaceId, fileId }: StoredBytes) => join(folder, workspaceId, fileId.slice(-2), fileId);
  return {
    async write(bytes, source) {
      const path = pathOf(bytes);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await createFileBeside(path, (draft) =>
        pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })),
      );
    },
    async read(bytes, { start, end }) {
      const file = await open(pathOf(bytes));
      return file.createReadStream({ start, end: end - 1 }) as Readable;
    },
    remove: (bytes) => rm(pathOf(bytes), { force: true }),
  };
}
