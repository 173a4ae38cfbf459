import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { acceptContract, changesSinceRelease } from '../contract/released.js';
import { unnamedChanges } from '../contract/unnamed-changes.js';
import { requireNewer } from './changelog.js';
import { versionedFiles } from './versioned-files.js';
import { writePackage } from './write-package.js';

/** `npm run release`: the version in all files, and the package to publish. It neither commits nor publishes. */
async function main(): Promise<void> {
  await new Command('release')
    .description('Prepare a release: set its version, and write its package to dist/release')
    .argument('<version>', 'MAJOR.MINOR.PATCH, newer than the current one')
    .option('--dry-run', 'write only dist/release')
    .action(release)
    .parseAsync();
}

async function release(version: string, { dryRun = false }: { dryRun?: boolean }): Promise<void> {
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  requireNewer(version, current);
  requireCleanTree();
  await requireNamedChanges();
  const files = versionedFiles(current, version, new Date().toISOString().slice(0, 10));
  const written = await writePackage(version, files.get('CHANGELOG.md') as string);
  if (!dryRun) writeVersion(files);
  const [tarball] = written;
  print(`${written.join('\n')}\n`);
  print(
    dryRun ? 'Nothing else was changed. To release, run it without --dry-run.' : nextSteps(version, tarball as string),
  );
}

function requireCleanTree(): void {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed) throw new Error(`Commit or remove these changes first:\n${changed.trimEnd()}`);
}

async function requireNamedChanges(): Promise<void> {
  const missing = unnamedChanges(await changesSinceRelease(), readFileSync('CHANGELOG.md', 'utf8'));
  if (missing.length === 0) return;
  throw new Error(
    `CHANGELOG.md does not name ${missing.length} changes of the contract. List them with: npm run contract`,
  );
}

function writeVersion(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) writeFileSync(path, text);
  // The document holds the version.
  execFileSync(process.execPath, ['--import', './tools/typescript.ts', 'tools/codegen/print-openapi.ts'], {
    stdio: 'inherit',
  });
  acceptContract();
}

function nextSteps(version: string, tarball: string): string {
  return `Next: run the checks, then
  git commit -am "release: ${version}" && git tag -a v${version} -m ${version} && git push --follow-tags
  npm publish ${tarball}
  docker build -t workspace-automation:${version} .`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
