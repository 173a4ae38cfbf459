import { AppError } from '../../../platform/errors/errors.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';
import { toOneLine } from '../../../platform/graphql/text-rules.js';
import { createRecord, createRecordIn, type RecordScope } from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import { quotaLimits, quotaRefusals, storedBytes } from '../../accounts/quotas/index.js';
import { files, type StoredFile } from './file.record.js';
import { fileStore, type MostBytes, type SavedBytes } from './store/file-store.js';

/** Bytes of a file that is sent in one request. */
export const bytesInOneRequest = 50 * 1024 * 1024;

/** What is said of a file that is to be stored. */
export interface DescribedFile {
  name: string;
  /** As its sender named it. */
  mimeType: string;
  kept?: boolean;
  expiresAt?: Date | null;
  executionId?: string | null;
  messageId?: string | null;
  createdBy?: string | null;
}

/** A file that is to be stored. */
export interface NewFile extends DescribedFile {
  source: AsyncIterable<Uint8Array>;
  /** The bytes that its sender announced; null if it did not. */
  length?: number | null;
  /** In place of a new ID. */
  id?: string;
}

export type FileScope = RecordScope & { services: Services };

/**
 * Stores the bytes of a file, then the file.
 * @param bytesAtMost of this file
 * @throws AppError PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED, VALIDATION_FAILED; what the source throws
 */
export async function saveFile(
  scope: FileScope,
  { source, length = null, id, ...described }: NewFile,
  bytesAtMost = bytesInOneRequest,
): Promise<StoredFile> {
  return nameBytes(scope, await saveBytes(scope, source, length, bytesAtMost, id), described);
}

/** Stores bytes, which are deleted within a day unless they get a name. @param length as announced; null if it is not known */
export async function saveBytes(
  scope: FileScope,
  source: AsyncIterable<Uint8Array>,
  length: number | null,
  bytesAtMost = bytesInOneRequest,
  id?: string,
): Promise<SavedBytes> {
  const most = await requireRoom(scope, length ?? 0, bytesAtMost);
  return scope.services.get(fileStore).save(scope.workspaceId, source, most, id);
}

/** Stores the file that has bytes. @throws AppError VALIDATION_FAILED */
export function nameBytes(scope: FileScope, saved: SavedBytes, file: DescribedFile): Promise<StoredFile> {
  return createRecord(scope, files, ...rowOf(saved, file));
}

/** Stores the files that have bytes: all of them, or none. */
export async function nameAllBytes(
  scope: FileScope,
  named: readonly (readonly [SavedBytes, DescribedFile])[],
): Promise<void> {
  if (named.length === 0) return;
  await scope.transaction(async (sql) => {
    for (const [saved, file] of named) await createRecordIn(sql, scope, files, ...rowOf(saved, file));
  });
}

/** The row of a file. */
export function rowOf(
  { fileId, size, sha256 }: SavedBytes,
  {
    name,
    mimeType,
    kept = false,
    expiresAt = null,
    executionId = null,
    messageId = null,
    createdBy = null,
  }: DescribedFile,
) {
  const owner = { executionId, messageId, createdBy };
  const set = { id: fileId, size: String(size), sha256, mimeType: mediaType(mimeType), ...owner };
  return [{ name: fileName(name), kept, expiresAt }, set] as const;
}

/** How many bytes a file may have, of which so many are announced. @throws AppError PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED */
export async function requireRoom(scope: FileScope, announced: number, bytesAtMost: number): Promise<MostBytes> {
  const most = await mostBytes(scope, bytesAtMost);
  if (announced > most.bytes) throw most.exceeded();
  return most;
}

/** The limit of a file, or what is left of the workspace's storage. */
async function mostBytes({ services, sql, workspaceId }: FileScope, bytesAtMost: number): Promise<MostBytes> {
  const name = 'storageBytes';
  const limit = services.get(quotaLimits).limit(workspaceId, name);
  const left = Math.max(limit - (await storedBytes(sql, workspaceId)), 0);
  if (left >= bytesAtMost) {
    const message = `A file must have at most ${bytesAtMost} bytes.`;
    return { bytes: bytesAtMost, exceeded: () => new AppError('PAYLOAD_TOO_LARGE', message) };
  }
  return {
    bytes: left,
    exceeded: () => {
      services.get(quotaRefusals).add(workspaceId, name);
      return new QuotaExceededError({ name, limit });
    },
  };
}

/** The last part of a name, which may be a path of the sender, in one line of bounded length. */
export function fileName(sent: string): string {
  const last = toOneLine(sent.split(/[\\/]/).at(-1) ?? '').trim();
  return last.slice(0, 255).toWellFormed() || 'file';
}

/** A media type without parameters; that of any bytes if it is none. */
export function mediaType(sent: string): string {
  const essence = (sent.split(';', 1)[0] ?? '').trim().toLowerCase();
  return /^[\w.+-]{1,99}\/[\w.+-]{1,99}$/.test(essence) ? essence : 'application/octet-stream';
}
