import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClients } from '../build/clients.js';
import { bundleServer } from './bundle.js';
import { readJson, writeJson } from './json-file.js';
import { packageReadme } from './package-readme.js';
import { productionDependencies } from './print-notice.js';
import { describedPackages, type Lock, type Manifest, publishedLock, publishedManifest } from './published-manifest.js';

const folder = 'dist/release';
/** What is published of the project. */
const published = ['dist/dashboard', 'dist/pages', 'docs', 'LICENSE', 'NOTICE', 'SECURITY.md'];

/**
 * Writes the tarball of `version`, its bill of materials and their checksums to dist/release.
 * @param changelog the text of its CHANGELOG.md
 * @returns the paths of the files
 */
export async function writePackage(version: string, changelog: string): Promise<string[]> {
  const manifest = publishedManifest(readJson<Manifest>('package.json'), version);
  // The bill of materials is named after the folder.
  const stage = join(folder, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const path of published.filter((one) => existsSync(one))) {
    cpSync(path, join(stage, path), { recursive: true });
  }
  // Those of the build have the version before.
  await buildClients(version, join(stage, 'dist/pages/client'));
  await bundleServer(join(stage, 'dist/src'));
  const source = readFileSync('package-lock.json', 'utf8');
  const lock = publishedLock(JSON.parse(source) as Lock, manifest);
  const bom = `${manifest.name}-${version}.cdx.json`;
  writeFileSync(join(folder, bom), billOfMaterials(stage, describedPackages(source, lock)));

  writeFileSync(join(stage, 'README.md'), packageReadme(readFileSync('README.md', 'utf8')));
  writeFileSync(join(stage, 'CHANGELOG.md'), changelog);
  writeJson(join(stage, 'package.json'), manifest);
  writeJson(join(stage, 'npm-shrinkwrap.json'), lock);
  const packed = npm(stage, 'pack', '--json', '--ignore-scripts', '--pack-destination', '..');
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const sums = [filename, bom].map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [filename, bom, 'SHA256SUMS'].map((name) => join(folder, name));
}

/** The packages as CycloneDX JSON. @throws Error if npm describes others than the lock */
function billOfMaterials(stage: string, lock: Lock): string {
  writeJson(join(stage, 'package.json'), lock.packages['']);
  writeJson(join(stage, 'package-lock.json'), lock);
  const text = npm(stage, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only');
  rmSync(join(stage, 'package-lock.json'));
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { purl?: string }[] };
  const expected = productionDependencies(JSON.stringify(lock)).length;
  if (bomFormat !== 'CycloneDX' || components.length !== expected || components.some(({ purl }) => !purl)) {
    throw new Error(`The bill of materials must describe ${expected} packages, but describes ${components.length}.`);
  }
  return text;
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 });
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
