import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, writeDraft } from './create-file-once.js';

/**
 * Replaces the contents of `path` atomically and durably: a reader sees either all of the old or all of the new
 * contents, which survive a power failure. Mode 0600; the owner does not change.
 */
export async function replaceFile(path: string, contents: string): Promise<void> {
  const { uid, gid } = await stat(path);
  const draft = await writeDraft(path, contents, { uid, gid });
  try {
    await rename(draft, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}
