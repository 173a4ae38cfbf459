import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTestPostgres } from './remove-test-postgres.js';

export interface TemporaryFolder {
  path: string;
  /** Ends the Postgres that may still run in it, too. */
  remove(): void;
}

const PREFIX = 'workspace-automation-test-';

/** A new empty folder that other users may enter, but not list, as a data directory is. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(path, 0o711);
  return { path, remove: () => removeTestPostgres(path) };
}

/** Removes the folders of runs that were killed and could not clean up: the process's number is in the name. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) removeTestPostgres(join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
