import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTestPostgres } from './remove-test-postgres.js';

export interface TemporaryFolder {
  path: string;
  /** Also stops a Postgres that still runs in it. */
  remove(): void;
}

const PREFIX = 'workspace-automation-test-';

/** Creates an empty folder that other users may enter but not list, like a data directory. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(path, 0o711);
  return { path, remove: () => removeTestPostgres(path) };
}

/** Removes the folders of killed test runs; the name contains the ID of the process. */
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
