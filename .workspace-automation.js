#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=50
// Checks what the program needs before it is loaded: an older Node would end with a stack trace.
import { existsSync } from 'node:fs';

const oldest = 24;
const program = new URL('./dist/server/cli.js', import.meta.url);

if (Number.parseInt(process.versions.node, 10) < oldest) {
  refuse(`Node ${oldest} or newer is required, but this is Node ${process.versions.node}. Install Node ${oldest}.`);
} else if (!existsSync(program)) {
  refuse('There is no build in dist/. Build it first: npm ci && npm run build');
} else {
  await import(program.href);
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
