import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes a test's folder, and ends the Postgres that still runs in it at once, without saving anything.
 * Synchronous, for exit handlers.
 */
export function removeTestPostgres(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) {
    process.kill(pid, 'SIGQUIT');
    // It still writes while it leaves; removing meanwhile would leave something behind.
    for (let left = 500; left > 0 && postmasterOf(dataDir) === pid; left -= 1) pause(10);
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

/** Only a process that works in the cluster's folder, as a Postgres does: the number in a stale file can be anybody's. */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const cluster = realpathSync(join(dataDir, 'postgres/cluster'));
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? pid : undefined;
  } catch {
    return undefined;
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
