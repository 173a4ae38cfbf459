import { readFileSync } from 'node:fs';
import { wheelOf } from '../../src/rest/client-packages.js';
import { releaseChangelog } from './changelog.js';

/** The new text of each file that holds the version, by its path. @param date as YYYY-MM-DD */
export function versionedFiles(current: string, version: string, date: string): Map<string, string> {
  const nameWheel = (text: string) => text.replaceAll(wheelOf(current), wheelOf(version));
  const changes: Record<string, (text: string) => string> = {
    'package.json': (text) => setVersion(text, current, version),
    // Its own field, and that of the package.
    'package-lock.json': (text) => setVersion(setVersion(text, current, version), current, version),
    'src/client/package.json': (text) => setVersion(text, current, version),
    'README.md': nameWheel,
    'src/client/python/README.md': nameWheel,
    'docs/deploy/helm/workspace-automation/Chart.yaml': (text) =>
      text.replace(/^version: .*$/m, `version: ${version}`).replace(/^appVersion: .*$/m, `appVersion: "${version}"`),
    'CHANGELOG.md': (text) => releaseChangelog(text, version, date),
  };
  return new Map(Object.entries(changes).map(([path, change]) => [path, change(readFileSync(path, 'utf8'))]));
}

/** The first version in it is another one. */
function setVersion(text: string, current: string, version: string): string {
  return text.replace(`"version": "${current}"`, `"version": "${version}"`);
}
