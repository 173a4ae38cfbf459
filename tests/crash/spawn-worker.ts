import { type ChildProcess, spawn } from 'node:child_process';
import { compileCache } from '../support/compile-cache.js';

/**
 * Starts `worker.js`, as the build bundled it.
 * @param options as it describes them
 * @param stdout whether what it says is read
 */
export function spawnWorker(options: object, stdout: 'pipe' | 'ignore' = 'pipe'): ChildProcess {
  return spawn(process.execPath, ['dist/crash/worker.js', JSON.stringify(options)], {
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', stdout, 'inherit'],
  });
}
