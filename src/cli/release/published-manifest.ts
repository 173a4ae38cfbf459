import { oldestNode } from '../../require-node.js';

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
  overrides: Record<string, string>;
}

/** A package-lock.json. */
export interface Lock {
  packages: Record<string, LockedPackage>;
  [field: string]: unknown;
}

interface LockedPackage {
  dev?: boolean;
  [field: string]: unknown;
}

/** The package.json of a published package: without what builds and tests it, and without the Node of a clone. */
export function publishedManifest({ scripts, ...manifest }: Manifest, version: string) {
  const { name, description, license, type, bin, dependencies, overrides } = manifest;
  return {
    name,
    version,
    description,
    license,
    type,
    ...(bin && { bin }),
    engines: { node: `>=${oldestNode}` },
    scripts: { start: scripts.start },
    dependencies,
    overrides,
  };
}

/** The npm-shrinkwrap.json beside it: the locked versions with their hashes, which `npm ci` installs. */
export function publishedLock(lock: Lock, manifest: ReturnType<typeof publishedManifest>): Lock {
  const { name, version, license, bin, engines, dependencies } = manifest;
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev && !isNode(path));
  const root = { name, version, license, dependencies, ...(bin && { bin }), engines };
  return { ...lock, name, version, packages: { '': root, ...Object.fromEntries(kept) } };
}

function isNode(path: string): boolean {
  return /^node_modules\/node-linux-[^/]+$/.test(path);
}
