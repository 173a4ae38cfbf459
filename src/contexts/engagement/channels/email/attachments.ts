import { FormatError } from '../../../../platform/file-formats/index.js';
import type { MailAttachment } from '../../../../platform/mail/mail.js';
import type { Services } from '../../../../platform/services.js';
import { findFiles, openFile } from '../../../automation/files/index.js';
import type { MessageAttachment } from '../../../crm/definitions/index.js';

/** Bytes of the attachments of one email; mail servers refuse more. */
const bytesAtMost = 25 * 1024 * 1024;

/**
 * The files that an email has, in their order.
 * @throws FormatError FILE_MISSING, FILE_LIMIT
 */
export async function findAttachments(
  { db }: Services,
  workspaceId: string,
  fileIds: readonly string[],
): Promise<MessageAttachment[]> {
  const known = await findFiles(db.within(workspaceId), workspaceId, fileIds);
  let left = bytesAtMost;
  return fileIds.map((fileId, index) => {
    const file = known.get(fileId);
    if (!file) {
      const message = `attachments[${index}] must be a file of this workspace: the file ${fileId} does not exist.`;
      throw new FormatError('FILE_MISSING', message);
    }
    left -= file.size;
    if (left < 0) {
      const message = `The attachments must have at most 25 MiB together: attachments[${index}] (${file.name}) exceeds it.`;
      throw new FormatError('FILE_LIMIT', message);
    }
    return { fileId, name: file.name, mimeType: file.mimeType, size: file.size, sha256: file.sha256 };
  });
}

/** The attachments as a mail has them: their bytes are read while it is sent. */
export function mailAttachments(
  services: Services,
  workspaceId: string,
  attachments: readonly MessageAttachment[],
): MailAttachment[] {
  return attachments.map(({ fileId, name, mimeType, size }) => ({
    filename: name,
    contentType: mimeType,
    content: openFile(services, workspaceId, { id: fileId, size }),
  }));
}
