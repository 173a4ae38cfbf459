import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './json-file.js';
import { type Lock, type Manifest, publishedLock, publishedManifest } from './published-manifest.js';

/**
 * Writes the package.json and the npm-shrinkwrap.json of a published package to `folder`: what a server with its build is
 * installed with. The image is made of them.
 */
export function printManifest(folder: string): void {
  const source = readJson<Manifest>('package.json');
  const manifest = publishedManifest(source, source.version);
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'npm-shrinkwrap.json'), publishedLock(readJson<Lock>('package-lock.json'), manifest));
}

if (import.meta.main) printManifest(process.argv[2] ?? 'dist/package');
