import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the product, from its package.json. */
export function packageVersion(): string {
  const path = findPackageJSON(import.meta.url) as string;
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
