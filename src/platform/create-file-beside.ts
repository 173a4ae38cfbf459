import { randomBytes } from 'node:crypto';
import { link, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './create-file-once.js';

/** Why a folder cannot be written to, by the code of the error. */
const reasons: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) => `the folder ${folder} does not exist`,
  ENOTDIR: (folder) => `${folder} is not a folder`,
  EACCES: (folder) => `this user may not write to ${folder}`,
  EPERM: (folder) => `this user may not write to ${folder}`,
  EROFS: (folder) => `${folder} is read-only`,
  ENOSPC: (folder) => `the disk of ${folder} is full`,
  EDQUOT: (folder) => `the quota of this user in ${folder} is used up`,
};

/**
 * Lets `write` create a file of another name, which gets its own when it is complete; after a failure there is none.
 * @throws Error if the file exists
 */
export async function createFileBeside<T>(
  file: string,
  write: (draft: string) => Promise<T>,
): Promise<{ written: T; bytes: number }> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const written = await write(draft);
    // Unlike rename, it replaces no file that was created meanwhile.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${file} already exists. Name another file.`) : error;
    });
    await syncFolder(dirname(file));
    return { written, bytes: (await stat(file)).size };
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new Error(`${file} cannot be written: ${reason(dirname(file))}.`, { cause: error }) : error;
  } finally {
    await rm(draft, { force: true });
  }
}
