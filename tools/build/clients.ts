// The packages of the clients, which a server serves: `npm run build` writes them to dist/pages/client.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { pythonVersion, wheelOf } from '../../src/rest/client-packages.ts';
import type { Contract } from '../codegen/contract.ts';
import { printPython } from '../codegen/print-python.ts';
import { writeWheel } from './write-wheel.ts';

/** The package for Node and browsers, unpacked. */
const target = 'dist/client';
const sources = 'src/client';

/**
 * Writes `client.tgz` for npm, and the wheel for pip.
 * @param version of the server that serves them
 * @param folder that then contains them alone
 */
export async function buildClients(version: string, folder = 'dist/pages/client'): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildTypescript(version);
  const packed = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(folder)];
  const [{ filename }] = JSON.parse(execFileSync('npm', packed, { cwd: target, encoding: 'utf8' })) as [
    { filename: string },
  ];
  cpSync(join(folder, filename), join(folder, 'client.tgz'));
  rmSync(join(folder, filename));
  writeFileSync(join(folder, basename(wheelOf(version))), buildPython(version));
}

/** With `graphql-ws` inside, so that it is installed from a server without a registry. */
async function buildTypescript(version: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const declarations = ['node_modules/typescript/bin/tsc', '-p', `${sources}/tsconfig.json`, '--noCheck'];
  execFileSync(process.execPath, declarations, { stdio: 'inherit' });
  await build({
    entryPoints: [`${sources}/index.ts`, `${sources}/graphql-ws.ts`],
    outdir: target,
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    format: 'esm',
    target: 'es2022',
    chunkNames: '[name]-[hash]',
    tsconfig: `${sources}/tsconfig.json`,
    logLevel: 'warning',
  });
  const manifest = JSON.parse(readFileSync(`${sources}/package.json`, 'utf8')) as object;
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  cpSync(`${sources}/README.md`, join(target, 'README.md'));
  const inside = readFileSync('node_modules/graphql-ws/LICENSE.md', 'utf8');
  const own = readFileSync('LICENSE', 'utf8');
  writeFileSync(join(target, 'LICENSE'), `${own}\n${'-'.repeat(80)}\n\nIt contains code of graphql-ws:\n\n${inside}`);
}

function buildPython(version: string): Buffer {
  const contract = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Contract;
  const written = globSync(`${sources}/python/workspace_automation/*`).sort();
  const files = {
    ...Object.fromEntries(written.map((path) => [basename(path), readFileSync(path, 'utf8')])),
    ...printPython(contract),
  };
  return writeWheel({
    name: 'workspace-automation',
    version: pythonVersion(version),
    summary: 'Client of the workspace automation server',
    requiresPython: '>=3.11',
    readme: readFileSync(`${sources}/python/README.md`, 'utf8'),
    licence: readFileSync('LICENSE', 'utf8'),
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`workspace_automation/${name}`, text])),
  });
}
