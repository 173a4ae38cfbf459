import { build } from 'esbuild';
import { bundleOptions } from '../release/bundle-options.ts';

/**
 * Writes dist/crash: the processes that crash tests kill, some hundred times in a run of the suite. Bundled, one starts with
 * 0.6 s of processor time, from dist/src with 2.6 s.
 */
export async function bundleCrashTests(): Promise<void> {
  const programs = { worker: 'tests/crash/worker.js', suspect: 'tests/crash/suspect.js' };
  const alone = {
    'sandbox-process': 'dist/src/platform/code/sandbox-process.js',
    'sandbox-host': 'dist/src/platform/code/sandbox-host.js',
    'json-thread': 'dist/src/platform/json/json-thread.js',
  };
  const outdir = 'dist/crash';
  await Promise.all([
    build({ ...bundleOptions, outdir, entryPoints: programs, splitting: true }),
    build({ ...bundleOptions, outdir, entryPoints: alone }),
  ]);
}
