import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

/*
 * What others generate from the document. The generators need a TypeScript older than ours, so they are a package of their own,
 * which is installed when it is missing or another one is locked.
 */
const generators = resolve('tools/generators');
const schema = resolve('schema/openapi.json');
const compiler = [resolve('node_modules/typescript/bin/tsc'), '--ignoreConfig', '--noEmit', '--strict'];
const options = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];

const run = promisify(execFile);
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  if (!isInstalled()) await install();
}, 120_000);
afterAll(() => folder.remove());

test('openapi-typescript generates types that compile strict and refuse what the document does not have', async () => {
  await generate('openapi-typescript/bin/cli.js', schema, '-o', join(folder.path, 'types', 'api.ts'));
  const lines = [
    "import type { operations } from './api';",
    "type Body = NonNullable<operations['createContact']['requestBody']>['content']['application/json'];",
    "type Data = operations['createContact']['responses'][201]['content']['application/json']['data'];",
    "export const body: Body = { name: 'Ana' };",
    'export const idOf = (data: Data): string => data.id;',
    "export const misspelt: Body = { name: 'Ana', emial: 'ana@example.com' };",
  ];
  expect(await compile('types', lines, '--exactOptionalPropertyTypes')).toEqual(['program.ts(6) emial']);
});

test('@hey-api/openapi-ts generates a client that compiles strict and refuses what the document does not have', async () => {
  await generate('@hey-api/openapi-ts/bin/run.js', '-i', schema, '-o', join(folder.path, 'hey-api'), '--silent');
  const lines = [
    "import { createContact } from './index';",
    'export async function create(workspaceId: string): Promise<string | undefined> {',
    "  const { data } = await createContact({ path: { workspaceId }, body: { name: 'Ana' } });",
    '  return data?.data.id;',
    '}',
    "export const misspelt = createContact({ path: { workspaceId: '1' }, body: { name: 'Ana', emial: 'a@example.com' } });",
  ];
  expect(await compile('hey-api', lines)).toEqual(['program.ts(6) emial']);
});

test('swagger-typescript-api generates a client that compiles strict and refuses what the document does not have', async () => {
  const [output, name] = [join(folder.path, 'swagger'), 'api.ts'];
  await generate('swagger-typescript-api/dist/cli.js', 'generate', '-p', schema, '-o', output, '-n', name, '--silent');
  const lines = [
    "import { Api } from './api';",
    'export async function create(api: Api<unknown>, workspaceId: string): Promise<string> {',
    "  const { data } = await api.workspaces.createContact(workspaceId, { name: 'Ana' });",
    '  return data.data.id;',
    '}',
    "export const misspelt = new Api().workspaces.createContact('1', { name: 'Ana', emial: 'a@example.com' });",
  ];
  expect(await compile('swagger', lines, '--exactOptionalPropertyTypes')).toEqual(['program.ts(6) emial']);
});

function isInstalled(): boolean {
  const installed = join(generators, 'node_modules/.package-lock.json');
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(generators, 'package-lock.json')).mtimeMs
  );
}

async function install(): Promise<void> {
  const npm = ['ci', '--prefix', generators, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', npm, { timeout: 110_000 }).catch((error: { stderr?: string }) => {
    throw new Error(`The generators could not be installed: npm ci --prefix tools/generators\n${error.stderr}`);
  });
}

async function generate(program: string, ...args: string[]): Promise<void> {
  const path = join(generators, 'node_modules', program);
  await run(process.execPath, [path, ...args], { cwd: folder.path, timeout: 50_000 });
}

/** What the compiler refuses in what was generated, and in a program that uses it: file, line and the name it refuses. */
async function compile(name: string, lines: string[], ...strict: string[]): Promise<string[]> {
  const cwd = join(folder.path, name);
  await mkdir(cwd, { recursive: true });
  await writeFile(join(cwd, 'program.ts'), `${lines.join('\n')}\n`);
  const { stdout } = await run(process.execPath, [...compiler, ...strict, ...options, 'program.ts'], {
    cwd,
    timeout: 50_000,
  }).catch((error: { stdout: string }) => error);
  const found = stdout.split('\n').filter((line) => / error TS\d+: /.test(line));
  return found.map((line) => {
    const [, place, refused] = /^(.+\(\d+),\d+\): error TS2561: .* '(\w+)' does not exist/.exec(line) ?? [];
    return place ? `${place}) ${refused}` : line;
  });
}
