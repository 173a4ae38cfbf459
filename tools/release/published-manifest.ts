import { oldestNode } from '../../src/require-node.js';
import { builtInPaths, compiledPackages, compiledPaths, type LockedPackage } from './print-notice.js';

/** The fields of package.json that a release reads. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
  bin?: Record<string, string>;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
}

/** A package-lock.json. */
export interface Lock {
  packages: Record<string, LockedPackage>;
  [field: string]: unknown;
}

/** The package.json of a published package: without what builds and tests it, and without the Node of a clone. */
export function publishedManifest({ scripts, ...manifest }: Manifest, version: string) {
  const { name, description, license, type, bin, dependencies } = manifest;
  return {
    name,
    version,
    description,
    license,
    type,
    ...(bin && { bin }),
    engines: { node: `>=${oldestNode}` },
    scripts: { start: scripts.start },
    dependencies: Object.fromEntries(compiledPackages.map((one) => [one, dependencies[one] as string])),
  };
}

/** The npm-shrinkwrap.json beside it: the locked versions with their hashes, which `npm ci` installs. */
export function publishedLock(lock: Lock, manifest: ReturnType<typeof publishedManifest>): Lock {
  const { name, version, license, bin, engines, dependencies } = manifest;
  const installed = compiledPaths(lock.packages);
  const kept = Object.entries(lock.packages).filter(([path]) => installed.has(path));
  const root = { name, version, license, dependencies, ...(bin && { bin }), engines };
  return { ...lock, name, version, packages: { '': root, ...Object.fromEntries(kept) } };
}

/** A lock of everything that the package consists of: what npm installs with it, and what its build contains. */
export function describedPackages(lockText: string, { packages, ...lock }: Lock): Lock {
  const builtIn = [...builtInPaths(lockText)];
  const { '': root, ...installed } = packages;
  const named = builtIn.flatMap(([path, { version }]) =>
    path.lastIndexOf('node_modules/') === 0 ? [[path.slice('node_modules/'.length), version] as const] : [],
  );
  const dependencies = { ...(root?.dependencies as object), ...Object.fromEntries(named) };
  return {
    ...lock,
    packages: {
      '': { ...root, dependencies } as LockedPackage,
      ...installed,
      ...Object.fromEntries(builtIn.map(([path, locked]) => [path, { ...locked }])),
    },
  };
}
