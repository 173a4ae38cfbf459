import { AppError } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { fileName, mediaType, requireRoom } from '../save-file.js';
import { appendToUpload } from './append-to-upload.js';
import type { CreateFileUploadInput } from './file-upload.input.js';
import type { FileUpload } from './file-upload.object.js';
import { shownUpload } from './find-upload.js';
import { readMetadata } from './read-metadata.js';
import { requireVersion } from './tus.js';
import { countUploads, insertUpload } from './upload-rows.js';

/** Uploads of one workspace that wait for a part. */
const uploadsAtMost = 1_000;

/**
 * Begins the upload of a file. Its size counts against the storage of the workspace at once.
 * @throws AppError PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED, BAD_REQUEST, CONFLICT, PRECONDITION_FAILED
 */
export async function createUpload(scope: Scope, input: CreateFileUploadInput): Promise<FileUpload> {
  requireVersion(input.protocol);
  const { workspaceId, services, sql } = scope;
  const { size } = input;
  const said = readMetadata(input.metadata ?? '');
  await requireRoom(scope, size, services.settings.files.bytesAtMost);
  if ((await countUploads(sql, workspaceId)) >= uploadsAtMost) {
    const most = uploadsAtMost.toLocaleString('en');
    throw new AppError('CONFLICT', `A workspace must have at most ${most} unfinished uploads. Finish or delete some.`);
  }
  const upload = {
    workspaceId,
    size,
    name: input.name ?? fileName(said.name ?? ''),
    mimeType: mediaType(input.contentType ?? said.mimeType ?? ''),
    kept: input.kept ?? true,
    fileExpiresAt: input.expiresAt ?? null,
    createdBy: scope.principal.userId,
  };
  const row = await scope.transaction((tx) => insertUpload(tx, upload));
  return size === 0 ? appendToUpload(scope, row.id, { offset: 0, content: '' }) : shownUpload(row);
}
