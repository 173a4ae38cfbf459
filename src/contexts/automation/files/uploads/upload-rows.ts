import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { fromNow, typed } from '../../../../platform/database/typed-sql.js';
import { newId } from '../../../../platform/new-id.js';
import { countBytes } from '../count-bytes.js';
import { deletingUploads } from '../delete-old-files.js';
import { announceBytes, keepBytes, releaseBytes } from '../store/file-bytes.js';
import { segments } from '../store/segments-place.js';
import { fileUploads } from './file-upload.entity.js';

/** Seconds for which an upload waits for its next part. */
export const waitsSeconds = 86_400;

/** A file of which a part has arrived. */
export interface UploadRow {
  id: string;
  workspaceId: string;
  name: string;
  mimeType: string;
  size: number;
  received: number;
  kept: boolean;
  fileExpiresAt: Date | null;
  createdBy: string | null;
  expiresAt: Date | string;
}

const columns = [
  'id',
  'workspaceId',
  'name',
  'mimeType',
  'size',
  'received',
  'kept',
  'fileExpiresAt',
  'createdBy',
  'expiresAt',
] as const;

interface Selected extends Omit<UploadRow, 'size' | 'received' | 'fileExpiresAt'> {
  size: string;
  received: string;
  fileExpiresAt: Date | string | null;
}

function read({ size, received, fileExpiresAt, ...row }: Selected): UploadRow {
  const expires = fileExpiresAt === null ? null : new Date(fileExpiresAt);
  return { ...row, size: Number(size), received: Number(received), fileExpiresAt: expires };
}

/** Begins an upload. Its whole size counts as stored from now on, so that its last part finds room. */
export async function insertUpload(
  sql: Sql,
  upload: Omit<UploadRow, 'id' | 'received' | 'expiresAt'>,
): Promise<UploadRow> {
  const id = newId();
  const { workspaceId, size } = upload;
  await announceBytes(sql, { workspaceId, fileId: id, place: segments }, waitsSeconds);
  const row = await typed(sql, 'insert_upload', fileUploads)
    .insertInto('file_uploads')
    .values({ ...upload, id, size: String(size), received: '0', expiresAt: fromNow(waitsSeconds) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (size > 0) await countBytes(sql, workspaceId, size);
  return read(row);
}

/** An upload that waits for a part; undefined if there is none, or it has expired. */
export async function findUploadRow(sql: Sql, workspaceId: string, id: string): Promise<UploadRow | undefined> {
  const row = await typed(sql, 'find_upload', fileUploads)
    .selectFrom('file_uploads')
    .select(columns)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('expiresAt', '>', fromNow(0))
    .executeTakeFirst();
  return row && read(row);
}

/** Takes an upload for a request: what an earlier one still brings is refused from now on. @returns the holder */
export async function takeUpload(
  sql: Sql,
  { workspaceId, id }: Pick<UploadRow, 'workspaceId' | 'id'>,
): Promise<string> {
  const holder = newId();
  await typed(sql, 'take_upload', fileUploads)
    .updateTable('file_uploads')
    .set({ holder })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return holder;
}

/** Moves the end of what has arrived. @returns false if the upload has expired, or another request holds it */
export async function advanceUpload(
  sql: Sql,
  { workspaceId, id, received }: Pick<UploadRow, 'workspaceId' | 'id' | 'received'>,
  { holder, by }: { holder: string; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await typed(sql, 'advance_upload', fileUploads)
    .updateTable('file_uploads')
    .set({ received: String(received + by), expiresAt: fromNow(waitsSeconds) })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('received', '=', String(received))
    .where('expiresAt', '>', fromNow(0))
    .executeTakeFirst();
  return numUpdatedRows === 1n && keepBytes(sql, workspaceId, id, waitsSeconds);
}

/** Deletes an upload; its bytes belong to its file from now on, which counts them itself. */
export async function endUpload(sql: Sql, { workspaceId, id, size }: UploadRow): Promise<void> {
  await typed(sql, 'end_upload', fileUploads)
    .deleteFrom('file_uploads')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  if (size > 0) await countBytes(sql, workspaceId, -size);
}

/** Deletes an upload and its bytes. @returns false if there is none */
export async function dropUpload(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const text = `/* delete_upload */ with old as (
      select ctid from file_uploads where workspace_id = $1 and id = $2 and expires_at > now() for update
    ), ${deletingUploads} select count(*)::integer as count from gone`;
  const { rows } = await sql.query<{ count: number }>(statement(text, [workspaceId, id]));
  if (rows[0]?.count !== 1) return false;
  await releaseBytes(sql, workspaceId, id);
  return true;
}

/** How many uploads of a workspace wait for a part. */
export async function countUploads(sql: Sql, workspaceId: string): Promise<number> {
  const { count } = await typed(sql, 'count_uploads', fileUploads)
    .selectFrom('file_uploads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
