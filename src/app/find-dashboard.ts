import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the built dashboard, `dist/dashboard` of this package; null if it was not built. */
export function findDashboard(): string | null {
  // From the sources and from the build.
  const folders = ['../../dist/dashboard', '../../../dist/dashboard'].map((path) => join(import.meta.dirname, path));
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? null;
}
