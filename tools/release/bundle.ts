import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.js';

/** What Node is started with. All lie in one folder, because each is found beside the code that starts it. */
const programs = {
  main: 'dist/src/main.js',
  'cli/main': 'dist/src/cli/main.js',
  'suspect.process': 'dist/src/app/suspect.process.js',
  'page-worker': 'dist/src/contexts/engagement/company-contexts/site/page-worker.js',
};
/** Processes and threads that may read no other file. */
export const alone = {
  'sandbox-process': 'dist/src/platform/code/sandbox-process.js',
  'sandbox-host': 'dist/src/platform/code/sandbox-host.js',
  'json-thread': 'dist/src/platform/json/json-thread.js',
  'format-thread': 'dist/src/platform/file-formats/format-thread.js',
};

/** Bundles the compiled server with every package but `compiledPackages`, and writes their licences beside it. */
export async function bundleServer(outdir: string): Promise<void> {
  const results = await Promise.all([
    build({ ...bundleOptions, outdir, entryPoints: programs, splitting: true }),
    build({ ...bundleOptions, outdir, entryPoints: alone }),
  ]);
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  const besides: string[] = ['dist/dashboard/packages.json', 'dist/sandbox-packages.json'].flatMap((path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  );
  const folders = inputs
    .map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((path) => path !== undefined);
  const packages = new Set([...folders, ...besides.map((name) => join('node_modules', name))]);
  writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf([...packages].sort()));
}

function licencesOf(packages: readonly string[]): string {
  const texts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    return [
      `${name} ${version}: ${license}`,
      ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
    ].join('\n\n');
  });
  return texts.join(`\n\n${'-'.repeat(80)}\n\n`);
}

if (import.meta.main) await bundleServer(process.argv[2] ?? 'dist/bundle');
