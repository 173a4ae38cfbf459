import type { Logger } from 'pino';
import type { Sql } from '../../../platform/database/database.js';
import { fromNow, typed } from '../../../platform/database/typed-sql.js';
import type { Services } from '../../../platform/services.js';
import type { RecurringTask } from '../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../platform/work/until-done.js';
import { deleteExpiredUploads } from './delete-old-files.js';
import type { StoredBytes } from './store/byte-place.js';
import { fileBytes } from './store/file-bytes.entity.js';
import { forgetBytes } from './store/file-bytes.js';
import { type FileStore, fileStore } from './store/file-store.js';

const atOnce = 50;
/** Seconds before bytes that could not be deleted are tried again. */
const restSeconds = 3_600;

/** Deletes bytes whose file was deleted, or never stored, and uploads that were left; over all workspaces. */
export function byteCollection({ db, log, get }: Services): RecurringTask {
  const store = get(fileStore);
  return {
    name: 'unused bytes of files',
    everyMs: 60_000,
    async work(signal) {
      await untilDone(() => deleteExpiredUploads(db.pool), signal);
      await untilDone(() => deleteDueBytes(db.pool, store, log), signal);
    },
  };
}

/** @returns how many were due */
export async function deleteDueBytes(
  sql: Sql,
  store: Pick<FileStore, 'remove'>,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await typed(sql, 'due_bytes', fileBytes)
    .selectFrom('file_bytes')
    .select(['workspaceId', 'fileId', 'place'])
    .where('dueAt', '<=', fromNow(0))
    .orderBy('dueAt')
    .limit(atOnce)
    .execute();
  for (const bytes of due) {
    try {
      await store.remove(bytes);
      await forgetBytes(sql, bytes);
    } catch (error) {
      log.warn({ err: error, fileId: bytes.fileId }, 'bytes of a file were not deleted; they are tried again');
      await postpone(sql, bytes);
    }
  }
  return due.length;
}

async function postpone(sql: Sql, { workspaceId, fileId }: StoredBytes): Promise<void> {
  await typed(sql, 'postpone_bytes', fileBytes)
    .updateTable('file_bytes')
    .set({ dueAt: fromNow(restSeconds) })
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .where('dueAt', 'is not', null)
    .execute();
}
