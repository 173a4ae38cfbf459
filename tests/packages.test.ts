import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  allowedLicences,
  builtInPaths,
  bundledPackages,
  printNotice,
  productionDependencies,
} from '../tools/release/print-notice.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';

/** What the server stands on. */
const foundations = [
  '@apollo/server',
  '@mikro-orm/postgresql',
  'dataloader',
  'express',
  'graphql',
  'graphql-ws',
  'mikro-orm',
  'reflect-metadata',
  'type-graphql',
];

test('what production runs is a dependency, so that an audit without development dependencies sees it', async () => {
  const { dependencies, devDependencies, compiledPackages } = JSON.parse(await readFile('package.json', 'utf8'));
  const running = [...foundations, ...compiledPackages, ...bundledPackages(), 'ruru', 'swagger-ui-dist'];
  expect(running.length).toBeGreaterThan(70);
  expect(running.filter((name) => !(name in dependencies))).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !running.includes(name))).toEqual([]);
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['jest', 'typescript', 'esbuild']));
});

describe('the packages of production', () => {
  test('have licences that are allowed, and NOTICE names them', async () => {
    const lock = await readFile('package-lock.json', 'utf8');
    const dependencies = productionDependencies(lock);
    expect(dependencies.length).toBeGreaterThan(200);
    const refused = dependencies.filter(({ licence }) =>
      licence
        .replace(/^\(|\)$/g, '')
        .split(' AND ')
        .some((one) => !allowedLicences.includes(one)),
    );
    expect(refused).toEqual([]);
    // Written by `npm run codegen`.
    expect(await readFile('NOTICE', 'utf8')).toBe(printNotice(lock));
  });

  test('include what the build copies', async () => {
    const lock = await readFile('package-lock.json', 'utf8');
    const builtIn = [...builtInPaths(lock).keys()].map((path) => path.replace(/^.*node_modules\//, ''));
    expect(builtIn).toEqual(expect.arrayContaining(['ruru', 'graphql', 'router', '@mikro-orm/core']));
    expect(builtIn).not.toContain('jest');
  });
});

describe('npm run build without its packages', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await write('package.json', '{"devDependencies":{"typescript":"7.0.2","@types/pg":"8.23.1"}}');
  });
  afterEach(() => folder.remove());

  async function write(path: string, text = ''): Promise<void> {
    await mkdir(join(folder.path, path, '..'), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  const build = () =>
    new Promise<{ code: unknown; message: string }>((done) =>
      execFile(process.execPath, [resolve('tools/build/build.ts')], { cwd: folder.path }, (error, _, message) =>
        done({ code: error?.code ?? 0, message }),
      ),
    );
  const sources = ['src/main.ts', 'migrations/index.ts', 'package-lock.json', 'tsconfig.json'];

  test('reports that there is no build, and how to create one', async () => {
    for (const path of sources) await write(path);
    const { code, message } = await build();
    expect(code).toBe(1);
    expect(message).toMatch(
      /^There is no build in dist\/, and the packages that build are not installed\..*\n {2}npm ci && npm run build/,
    );
  });

  test('reports a build of other sources, also when the compiler is installed without types', async () => {
    const installed = 'node_modules/typescript/bin/tsc';
    for (const path of [...sources, 'dist/src/main.js', 'dist/.sources', installed]) await write(path);
    const { code, message } = await build();
    expect(code).toBe(1);
    expect(message).toMatch(/^The build in dist\/ is of other sources/);
  });

  test('accepts a build without sources', async () => {
    await write('dist/src/main.js');
    expect(await build()).toEqual({ code: 0, message: '' });
  });
});
