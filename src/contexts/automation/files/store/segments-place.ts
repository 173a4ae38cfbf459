import { Readable } from 'node:stream';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import type { ByteRange } from '../../../../platform/object-storage/index.js';
import type { BytePlace, StoredBytes } from './byte-place.js';
import { fileSegments } from './file-bytes.entity.js';
import { releaseBytes } from './file-bytes.js';

/** A part of bytes, which is stored as bytes of its own. */
export interface Segment {
  startsAt: number;
  size: number;
  bytesId: string;
}

/** The place of bytes that are stored in segments. */
export const segments = 'segments';

type ReadBytes = (workspaceId: string, fileId: string, range: ByteRange) => Promise<Readable>;

/** Bytes that arrived in several requests: each segment is where new bytes were stored then. @param read reads a segment */
export function segmentsPlace(db: Pick<Database, 'within'>, read: ReadBytes): BytePlace {
  return {
    write: () => Promise.reject(new Error('Segments are added by uploads.')),
    async read({ workspaceId, fileId }, range) {
      const found = await segmentsOf(db.within(workspaceId), workspaceId, fileId);
      return readSegments(found, range, (bytesId, part) => read(workspaceId, bytesId, part));
    },
    async remove({ workspaceId, fileId }) {
      const sql = db.within(workspaceId);
      for (const { bytesId } of await segmentsOf(sql, workspaceId, fileId))
        await releaseBytes(sql, workspaceId, bytesId);
    },
  };
}

/** A stream of some bytes of segments, which opens each when it is reached. */
export function readSegments(
  found: readonly Segment[],
  { start, end }: ByteRange,
  open: (bytesId: string, range: ByteRange) => Promise<Readable>,
): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    let at = start;
    for (const { startsAt, size, bytesId } of found) {
      const last = Math.min(startsAt + size, end);
      if (last <= at || startsAt > at) continue;
      yield* await open(bytesId, { start: at - startsAt, end: last - startsAt });
      at = last;
    }
    if (at < end) throw new Error('The file is shorter than it should be.');
  }
  return Readable.from(read(), { objectMode: false });
}

/** The segments of bytes, in their order. */
export async function segmentsOf(sql: Sql, workspaceId: string, fileId: string): Promise<Segment[]> {
  const rows = await typed(sql, 'segments_of_bytes', fileSegments)
    .selectFrom('file_segments')
    .select(['startsAt', 'size', 'bytesId'])
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .orderBy('startsAt')
    .execute();
  return rows.map(({ startsAt, size, bytesId }) => ({ startsAt: Number(startsAt), size: Number(size), bytesId }));
}

/** Adds a segment, in the transaction that claims its bytes. */
export async function addSegment(
  sql: Sql,
  { workspaceId, fileId }: Pick<StoredBytes, 'workspaceId' | 'fileId'>,
  { startsAt, size, bytesId }: Segment,
): Promise<void> {
  await typed(sql, 'add_segment', fileSegments)
    .insertInto('file_segments')
    .values({ workspaceId, fileId, startsAt: String(startsAt), size: String(size), bytesId })
    .execute();
}
