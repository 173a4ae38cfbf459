import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates `path` with mode 0600 and `contents()`, unless it exists. Returns the contents of the file. If several
 * processes try at once, one wins and all return its contents; no one reads a partial file, and returned contents
 * survive a power failure.
 */
export async function createFileOnce(path: string, contents: () => string): Promise<string> {
  return (await readIfThere(path)) ?? (await create(path, contents()));
}

async function create(path: string, contents: string): Promise<string> {
  const draft = await writeDraft(path, contents);
  try {
    // link, unlike rename, fails if another process was first.
    await link(draft, path).catch(unlessItExists);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

/** Writes a file of mode 0600 beside `path` and syncs it to disk. @returns its path; the caller removes it */
export async function writeDraft(
  path: string,
  contents: string,
  owner?: { uid: number; gid: number },
): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.writeFile(contents);
    await file.sync();
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Syncs the entries of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
