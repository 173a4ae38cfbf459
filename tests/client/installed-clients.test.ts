import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { npmPackage, wheelOf } from '../../src/rest/client-packages.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startFleet } from '../support/fleet.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
/** Nothing listens there: what is installed comes from the server alone. */
const nowhere = 'http://127.0.0.1:9/';

let database: TestDatabase;
let fleet: Awaited<ReturnType<typeof startFleet>>;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = await startFleet(database.url, ['all']);
  await fleet.ready();
  url = fleet.urls()[0] as string;
});
afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

/** The environment of somebody who has just registered. */
async function newcomer(email: string): Promise<NodeJS.ProcessEnv> {
  const answer = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery', workspaceName: 'Acme' }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string; workspaces: { id: string }[] } };
  const { PATH, HOME, TMPDIR } = process.env;
  const credentials = { API_KEY: data.accessToken, WORKSPACE_ID: data.workspaces[0]?.id };
  return { PATH, HOME, TMPDIR, npm_config_registry: nowhere, ...credentials };
}

/** The first program of a README, for the server of this test. */
async function quickStart(path: string, language: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const [, program = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text) ?? [];
  expect(program).toContain('http://127.0.0.1:4000');
  return program.replace('http://127.0.0.1:4000', url);
}

async function inEmptyFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder: TemporaryFolder = await temporaryFolder();
  try {
    await use(folder.path);
  } finally {
    folder.remove();
  }
}

describe('the package for Node and browsers', () => {
  const types = [
    ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023'],
    ['--types', 'node', '--typeRoots', resolve('node_modules/@types')],
  ].flat();
  const compile = (folder: string, file: string) =>
    run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...types, file], { cwd: folder });

  test('is installed from the server alone, and its quick start compiles strictly and runs', async () => {
    await inEmptyFolder(async (folder) => {
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      const options = { cwd: folder, env: await newcomer('ada@example.com') };
      await run('npm', ['install', '--no-audit', '--no-fund', '--cache', '.npm', `${url}${npmPackage}`], options);
      const installed = join(folder, 'node_modules/@workspace-automation/client');
      const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({ version, license: 'MIT', type: 'module' });
      expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toContain('Denis Badurina');

      const program = await quickStart('src/client/README.md', 'ts');
      await writeFile(join(folder, 'app.ts'), program);
      await compile(folder, 'app.ts');
      const { stdout } = await run(process.execPath, ['app.js'], options);
      expect(stdout).toBe('Ana was created.\nana@example.com\n');

      await writeFile(join(folder, 'wrong.ts'), program.replace("name: 'Ana'", "nmae: 'Ana'"));
      const wrong = (await compile(folder, 'wrong.ts').catch((error: { stdout: string }) => error)) as {
        stdout: string;
      };
      expect(wrong.stdout).toMatch(/^wrong\.ts.*'nmae' does not exist/);
    });
  });

  test('has less than 15 kB, gzipped', async () => {
    const code = await readFile('dist/client/index.js');
    expect(gzipSync(code).length).toBeLessThan(15_000);
  });
});

describe('the package for Python', () => {
  test('has the URL with its version that pip needs, and a short one that leads there', async () => {
    const short = await fetch(`${url}/client.whl`, { redirect: 'manual' });
    const { pathname } = new URL(short.headers.get('location') ?? '', `${url}/client.whl`);
    expect([short.status, pathname]).toEqual([302, wheelOf(version)]);
    const wheel = await fetch(url + pathname);
    expect(wheel.headers.get('content-type')).toBe('application/zip');
    const same = await fetch(url + pathname, {
      headers: { 'if-none-match': wheel.headers.get('etag') ?? '' },
    });
    expect(same.status).toBe(304);
    expect((await fetch(`${url}/client/workspace_automation-9.8.7-py3-none-any.whl`)).status).toBe(404);
  });

  test('is imported by Python, with a typed method for each operation', async () => {
    const { paths } = JSON.parse(await readFile('schema/openapi.json', 'utf8')) as { paths: Record<string, object> };
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) =>
        operationId.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
      ),
    );
    const wheel = join('dist/pages', wheelOf(version));
    const { stdout } = await run(process.execPath, ['--no-warnings', 'tests/client/import-wheel.js', wheel]);
    const { models, methods, query, missing } = JSON.parse(stdout) as Record<string, unknown[]> & { models: number };
    expect(query).toEqual([
      ['filter[status][in]', 'lead,customer'],
      ['filter[doNotContact][eq]', 'false'],
      ['filter[createdAt][gte]', '2026-01-02'],
      ['filter[customFields.a%5Bb%5D][eq]', 'x'],
      ['filter[or][0][email][eq]', 'a@b.c'],
    ]);
    // A condition whose value is missing would list everything.
    expect(missing).toBe('filter[email] must have a value.');
    expect(methods).toEqual([...ids].sort());
    expect(models).toBeGreaterThan(200);
  });

  test('is installed by pip from the server alone, and its quick start runs, where there is Python 3.11', async () => {
    const python = await findPython();
    // Elsewhere the test before has imported it, in the Python that comes by npm, which has no sockets.
    if (!python) return;
    await inEmptyFolder(async (folder) => {
      const env = await newcomer('bea@example.com');
      const options = { cwd: folder, env: { ...env, PYTHONPATH: folder, PIP_CONFIG_FILE: '/dev/null' } };
      const install = ['-m', 'pip', 'install', '--no-index', '--no-cache-dir', '--target', folder];
      await run(python, [...install, `${url}${wheelOf(version)}`], options);
      await writeFile(join(folder, 'app.py'), await quickStart('src/client/python/README.md', 'python'));
      expect((await run(python, ['app.py'], options)).stdout).toBe('Ana was created.\nana@example.com\n');
      await writeFile(join(folder, 'more.py'), await readFile('tests/client/python_client.py', 'utf8'));
      expect((await run(python, ['more.py', url], options)).stdout).toBe('ok\n');
    });
  });
});

/** A Python with pip that is new enough; null if there is none. */
async function findPython(): Promise<string | null> {
  const check = 'import sys, pip; sys.exit(sys.version_info < (3, 11))';
  const found = await run('python3', ['-c', check]).catch(() => null);
  return found && 'python3';
}
