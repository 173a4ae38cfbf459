import { text } from 'node:stream/consumers';
import type { FileStore } from '../../../files/index.js';

/** A text whose bytes are in the store of files. */
export interface MovedText {
  bytesId: string;
  /** In bytes. */
  size: number;
  /** How many bytes are read; a character that this cuts becomes U+FFFD. All of them if it is absent. */
  bytesAtMost?: number;
}

/** Texts that are read at the same time. */
const atOnce = 8;

/**
 * Texts of one workspace that were moved to the store of files, by the ID of their bytes. Where they are is read in one statement.
 * @throws Error if the bytes of one are not there
 */
export async function movedTexts(
  files: Pick<FileStore, 'placesOf' | 'readAt'>,
  workspaceId: string,
  moved: readonly MovedText[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (moved.length === 0) return texts;
  const places = await files.placesOf(
    workspaceId,
    moved.map(({ bytesId }) => bytesId),
  );
  const waiting = moved.values();
  const readNext = async () => {
    for (const one of waiting) {
      const place = places.get(one.bytesId);
      if (!place) throw new Error(`The bytes of the value ${one.bytesId} are missing.`);
      const end = Math.min(one.size, one.bytesAtMost ?? one.size);
      texts.set(one.bytesId, await text(await files.readAt(place, { start: 0, end })));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return texts;
}
