import { constants } from 'node:fs';
import { access, chmod, mkdtemp, readdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTestPostgres } from './remove-test-postgres.js';

export interface TemporaryFolder {
  path: string;
  /** Also stops a Postgres that still runs in it. */
  remove(): void;
}

const PREFIX = 'workspace-automation-test-';

const MEMORY = '/dev/shm';
/** More than the databases of a test run and their log need at once. */
const MEMORY_BYTES = 4 * 1024 ** 3;

/** Creates an empty folder that other users may enter but not list, like a data directory. */
export function temporaryFolder(): Promise<TemporaryFolder> {
  return createFolder(tmpdir());
}

/**
 * A folder for the data of a Postgres, in memory if there is room. A database is a thousand files, and on some file systems
 * creating a thousand files soon after others were removed takes 300 ms of the processor, instead of 30.
 */
export async function memoryFolder(): Promise<TemporaryFolder> {
  return createFolder((await hasMemory()) ? MEMORY : tmpdir());
}

async function hasMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= MEMORY_BYTES;
  } catch {
    return false;
  }
}

async function createFolder(parent: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  await chmod(path, 0o711);
  return { path, remove: () => removeTestPostgres(path) };
}

/** Removes the folders of killed test runs; the name contains the ID of the process. */
export async function removeLeftovers(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (owner && !isAlive(Number(owner))) removeTestPostgres(join(parent, name));
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
