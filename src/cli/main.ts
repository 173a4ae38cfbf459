#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=50
import { requireNode } from '../require-node.js';

requireNode();

// The reader of the output may close it early, for example head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

// Not before: an older Node cannot load it.
const { runProgram } = await import('./program.js');

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), { env, stdin, stdout, stderr });
