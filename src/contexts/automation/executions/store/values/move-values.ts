import type { Database } from '../../../../../platform/database/database.js';
import { typed } from '../../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import { firstIdAt } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import type { RecurringTask } from '../../../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../../../platform/work/until-done.js';
import { claimBytes, type FileStore, fileStore, releaseBytes } from '../../../files/index.js';
import { blobs } from './blob.entity.js';

/** Milliseconds for which a value stays in the database, where the steps that follow read it fastest. */
const restMs = 10 * 60 * 1_000;
/** Values that are moved at the same time, and their bytes; a larger one is moved alone. */
const atOnce = 8;
const bytesAtOnce = 16 * 1024 * 1024;

/**
 * Moves large values of executions to where files are, if `VALUE_STORE` says so. Those with secrets stay: the rotation of keys
 * encrypts them anew.
 */
export function moveValues({ db, now, settings, get }: Services): RecurringTask {
  return {
    name: 'values of executions to the store of files',
    everyMs: 60_000,
    async work(signal) {
      if (settings.files.values !== 'files') return;
      const beforeId = firstIdAt(now().getTime() - restMs);
      await untilDone(() => moveOldest(db, get(fileStore), beforeId), signal);
    },
  };
}

/** Moves the oldest values before an ID. A kill between two steps leaves bytes that are deleted a day later. @returns how many */
export async function moveOldest(
  db: Pick<Database, 'pool' | 'transaction'>,
  files: Pick<FileStore, 'save'>,
  beforeId: string,
): Promise<number> {
  const found = await typed(db.pool, 'movable_values', blobs)
    .selectFrom('blobs')
    .select(['workspaceId', 'id', 'size'])
    .where('content', 'is not', null)
    .where('id', '<', beforeId)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const some = beginningOf(found);
  await Promise.all(some.map((blob) => move(db, files, blob)));
  return some.length;
}

interface Movable {
  workspaceId: string;
  id: string;
  size: number;
}

function beginningOf(found: readonly Movable[]): Movable[] {
  let bytes = 0;
  const end = found.findIndex(({ size }) => {
    bytes += size;
    return bytes > bytesAtOnce;
  });
  return end < 0 ? [...found] : found.slice(0, Math.max(end, 1));
}

async function move(
  db: Pick<Database, 'pool' | 'transaction'>,
  files: Pick<FileStore, 'save'>,
  { workspaceId, id, size }: Movable,
): Promise<void> {
  const row = await typed(db.pool, 'movable_value', blobs)
    .selectFrom('blobs')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.content === null) return;
  const exceeded = () => new AppError('PAYLOAD_TOO_LARGE', `A value must have at most ${size} bytes.`);
  const { fileId } = await files.save(workspaceId, source(row.content), { bytes: size, exceeded });
  await db.transaction(async (sql) => {
    const { numUpdatedRows } = await typed(sql, 'move_value', blobs)
      .updateTable('blobs')
      .set({ content: null, bytesId: fileId })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('content', 'is not', null)
      .executeTakeFirst();
    // It was deleted meanwhile.
    await (numUpdatedRows === 1n ? claimBytes(sql, workspaceId, fileId) : releaseBytes(sql, workspaceId, fileId));
  });
}

async function* source(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}
