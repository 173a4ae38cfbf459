import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Ends the Postgres of a test run at once, without saving anything, and removes its folder. Synchronous, for exit handlers. */
export function removeTestPostgres(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
}

/** Only a process whose command line names the folder: the number in a stale file can be anybody's. */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}
