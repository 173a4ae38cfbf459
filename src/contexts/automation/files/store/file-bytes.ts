import type { Sql } from '../../../../platform/database/database.js';
import { anyOf, fromNow, typed } from '../../../../platform/database/typed-sql.js';
import type { StoredBytes } from './byte-place.js';
import { fileBytes } from './file-bytes.entity.js';

/** Seconds within which the file of bytes must be stored; no upload lasts as long. */
const unclaimedSeconds = 86_400;

/** Says where bytes will be, before the first of them is there. @param seconds within which a file must claim them */
export async function announceBytes(
  sql: Sql,
  { workspaceId, fileId, place }: StoredBytes,
  seconds = unclaimedSeconds,
): Promise<void> {
  await typed(sql, 'announce_bytes', fileBytes)
    .insertInto('file_bytes')
    .values({ workspaceId, fileId, place, dueAt: fromNow(seconds) })
    .execute();
}

/** Keeps bytes, in the transaction that stores their file. @throws Error if they were deleted meanwhile */
export async function claimBytes(sql: Sql, workspaceId: string, fileId: string): Promise<void> {
  const { numUpdatedRows } = await typed(sql, 'claim_bytes', fileBytes)
    .updateTable('file_bytes')
    .set({ dueAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The bytes of the file ${fileId} are not stored.`);
}

/** Bytes that no file has claimed stay longer. @returns false if they are due already */
export async function keepBytes(sql: Sql, workspaceId: string, fileId: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await typed(sql, 'keep_bytes', fileBytes)
    .updateTable('file_bytes')
    .set({ dueAt: fromNow(seconds) })
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .where('dueAt', '>', fromNow(0))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets bytes be deleted at once. */
export async function releaseBytes(sql: Sql, workspaceId: string, fileId: string): Promise<void> {
  await typed(sql, 'release_bytes', fileBytes)
    .updateTable('file_bytes')
    .set({ dueAt: fromNow(0) })
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .execute();
}

/** Where the bytes of a file are; undefined if it has none. */
export async function placeOfBytes(sql: Sql, workspaceId: string, fileId: string): Promise<StoredBytes | undefined> {
  return typed(sql, 'place_of_bytes', fileBytes)
    .selectFrom('file_bytes')
    .select(['workspaceId', 'fileId', 'place'])
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
}

/** Where the bytes of several files are, by file; those that have none are absent. */
export async function placesOfBytes(
  sql: Sql,
  workspaceId: string,
  fileIds: readonly string[],
): Promise<Map<string, StoredBytes>> {
  const rows = await typed(sql, 'places_of_bytes', fileBytes)
    .selectFrom('file_bytes')
    .select(['workspaceId', 'fileId', 'place'])
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', anyOf(fileIds))
    .execute();
  return new Map(rows.map((bytes) => [bytes.fileId, bytes]));
}

/** Deletes the row that says where bytes were, with the rows of bytes in the database. Those that a file has claimed stay. */
export async function forgetBytes(sql: Sql, { workspaceId, fileId }: StoredBytes): Promise<void> {
  await typed(sql, 'forget_bytes', fileBytes)
    .deleteFrom('file_bytes')
    .where('workspaceId', '=', workspaceId)
    .where('fileId', '=', fileId)
    .where('dueAt', 'is not', null)
    .execute();
}
