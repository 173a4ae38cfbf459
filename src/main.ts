import module from 'node:module';
import { join } from 'node:path';
import { firstSignal } from './first-signal.js';
import { requireNode } from './require-node.js';

requireNode();
const stopping = firstSignal();

// The reader of the output may close it before this process ends.
process.stdout.on('error', () => {});

// What this start compiles is loaded by the next one. Where the folder is read-only, nothing is stored.
module.enableCompileCache(join(import.meta.dirname, '../.compiled'));

// Not before: an older Node cannot load it, and loading takes a moment in which signals must count.
const { runServer, startFailure } = await import('./run-server.js');

runServer(stopping).catch((error: Error) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
