import { notFound } from '../../../../platform/errors/errors.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import type { Deleted } from '../../../../platform/graphql/deleted.js';
import { readRow } from '../../../../platform/records/index.js';
import { files, type StoredFile } from '../file.record.js';
import type { FileUpload } from './file-upload.object.js';
import { dropUpload, findUploadRow, type UploadRow } from './upload-rows.js';

/** How far an upload has come; null if there is none, or it has expired. The file that it became answers for it. */
export async function findUpload(
  { sql, workspaceId }: Pick<Scope, 'sql' | 'workspaceId'>,
  id: string,
): Promise<FileUpload | null> {
  if (!isUuid(id)) return null;
  const row = await findUploadRow(sql, workspaceId, id);
  if (row) return shownUpload(row);
  const file = await readRow<StoredFile>(sql, files, { workspaceId, id });
  return file ? finishedUpload(file) : null;
}

/** Deletes an upload with what has arrived. @throws AppError NOT_FOUND */
export async function deleteUpload(scope: Scope, id: string): Promise<Deleted> {
  const isDeleted = isUuid(id) && (await scope.transaction((sql) => dropUpload(sql, scope.workspaceId, id)));
  if (!isDeleted) throw notFound('upload');
  return { id };
}

export function shownUpload({ id, workspaceId, name, mimeType, size, received, expiresAt }: UploadRow): FileUpload {
  return { uploadId: id, workspaceId, name, mimeType, size, received, expiresAt, file: null };
}

/** The upload that has become a file. */
export function finishedUpload(file: StoredFile): FileUpload {
  const { id, workspaceId, name, mimeType } = file;
  const size = Number(file.size);
  return { uploadId: id, workspaceId, name, mimeType, size, received: size, expiresAt: null, file };
}
