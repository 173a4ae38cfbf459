import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the folder of a test and kills the Postgres that still runs in it, without a checkpoint.
 * Synchronous, for exit handlers.
 */
export function removeTestPostgres(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) {
    process.kill(pid, 'SIGQUIT');
    // Postgres still writes while it stops; removing the folder meanwhile would leave files behind.
    for (let left = 500; left > 0 && postmasterOf(dataDir) === pid; left -= 1) pause(10);
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

/** Whether the process works in the folder of the cluster, as Postgres does: the ID in a stale file may belong to another process. */
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
