import { AppError } from '../../../../platform/errors/errors.js';

/*
 * Uploads in parts follow tus 1.0.0 (https://tus.io/protocols/resumable-upload) with the extensions creation, expiration and
 * termination, so that its clients can be used as they are. The server of tus for Node is not: it keeps state of its own
 * beside each store, locks uploads in one process, writes each file to one object that is appended to, and answers requests
 * itself, so that neither rights, quotas, the audit log nor GraphQL would apply.
 */

/** The version of the protocol. */
export const tusVersion = '1.0.0';

/** @throws AppError PRECONDITION_FAILED for a client that speaks another version */
export function requireVersion(protocol: string | null | undefined): void {
  if (protocol === undefined || protocol === null || protocol === tusVersion) return;
  const message = `protocol must be ${tusVersion}. REST has it in Tus-Resumable.`;
  throw new AppError('PRECONDITION_FAILED', message, [{ field: 'protocol', message }]).with({
    'tus-version': tusVersion,
  });
}

/** The headers that say how far an upload has come. */
export function uploadHeaders({
  size,
  received,
  expiresAt,
}: {
  size: number;
  received: number;
  expiresAt: unknown;
}): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'upload-length': String(size),
    'upload-offset': String(received),
    ...(expiresAt !== null && { 'upload-expires': new Date(expiresAt as string).toUTCString() }),
  };
}
