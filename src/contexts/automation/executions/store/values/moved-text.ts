import { text } from 'node:stream/consumers';
import type { FileStore } from '../../../files/index.js';

/** A text whose bytes are in the store of files. */
export interface MovedText {
  workspaceId: string;
  bytesId: string;
  /** In bytes. */
  size: number;
}

/**
 * A text that was moved to the store of files.
 * @param bytesAtMost reads its beginning only; a character that this cuts becomes U+FFFD. Defaults to all
 * @throws Error if its bytes are not there
 */
export async function movedText(
  files: Pick<FileStore, 'read'>,
  { workspaceId, bytesId, size }: MovedText,
  bytesAtMost = size,
): Promise<string> {
  return text(await files.read(workspaceId, bytesId, { start: 0, end: Math.min(size, bytesAtMost) }));
}
