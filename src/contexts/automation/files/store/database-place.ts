import { Readable } from 'node:stream';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import type { BytePlace, StoredBytes } from './byte-place.js';
import { fileParts } from './file-bytes.entity.js';

/** Bytes of each row but the last. Rows that are stored have this size: it never changes. */
const partBytes = 512 * 1024;

/** The database, a part in each row: every backup and every process has them. */
export function databasePlace(db: Pick<Database, 'within'>): BytePlace {
  return {
    async write(bytes, source) {
      const sql = db.within(bytes.workspaceId);
      let index = 0;
      for await (const part of partsOf(source)) await writePart(sql, bytes, index++, part);
    },
    async read(bytes, { start, end }) {
      const sql = db.within(bytes.workspaceId);
      async function* read() {
        for (let at = start; at < end; ) {
          const index = Math.floor(at / partBytes);
          const part = await readPart(sql, bytes, index);
          const [from, to] = [at - index * partBytes, Math.min(end - index * partBytes, part.length)];
          if (to <= from) throw new Error(`The file ${bytes.fileId} is shorter than it should be.`);
          yield part.subarray(from, to);
          at += to - from;
        }
      }
      return Readable.from(read(), { objectMode: false });
    },
    // They are deleted with the row that says where they are.
    remove: () => Promise.resolve(),
  };
}

async function* partsOf(source: Readable): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let used = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(part, used, from);
      used += copied;
      from += copied;
      if (used < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}

async function writePart(
  sql: Sql,
  { workspaceId, fileId }: StoredBytes,
  index: number,
  content: Buffer,
): Promise<void> {
  await typed(sql, 'write_file_part', fileParts)
    .insertInto('file_parts')
    .values({ workspaceId, fileId, index, content })
    .execute();
}

async function readPart(sql: Sql, { workspaceId, fileId }: StoredBytes, index: number): Promise<Buffer> {
  const part = await typed(sql, 'read_file_part', fileParts)
    .selectFrom('file_parts')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .where('index', '=', index)
    .executeTakeFirst();
  if (!part) throw new Error(`Part ${index} of the file ${fileId} is missing.`);
  return Buffer.from(part.content);
}
