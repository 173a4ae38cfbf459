import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { pythonVersion } from '../../src/rest/client-packages.js';
import { releaseChangelog, requireNewer } from '../../tools/release/changelog.js';
import { packageReadme } from '../../tools/release/package-readme.js';
import { type Lock, type Manifest, publishedLock, publishedManifest } from '../../tools/release/published-manifest.js';
import { versionedFiles } from '../../tools/release/versioned-files.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test.each([
  ['1.0.0', '0.9.0'],
  ['0.10.0', '0.9.9'],
  ['1.0.0', '1.0.0-rc.2'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
])('%s may follow %s', (version, current) => {
  requireNewer(version, current);
});

test.each([
  ['1.0.0', '1.0.0', 'must be newer than 1.0.0, not 1.0.0'],
  ['0.9.0', '0.10.0', 'must be newer than 0.10.0, not 0.9.0'],
  ['1.0.0-rc.1', '1.0.0', 'must be newer than 1.0.0, not 1.0.0-rc.1'],
  ['v1', '0.1.0', 'must be MAJOR.MINOR.PATCH, for example 1.2.0, not "v1"'],
])('%s may not follow %s', (version, current, message) => {
  expect(() => requireNewer(version, current)).toThrow(message);
});

test('what is unreleased becomes a version with its date', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n';
  expect(releaseChangelog(changelog, '0.2.0', '2026-02-03')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n',
  );
  expect(() => releaseChangelog(changelog.replace('- New.', ''), '0.2.0', '2026-02-03')).toThrow('names nothing below');
});

test('every file that holds the version gets the new one, and nothing else changes', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
  const files = versionedFiles(version, '9.8.7', '2026-02-03');
  const changed = await Promise.all(
    [...files].map(async ([path, text]) => {
      const before = (await readFile(path, 'utf8')).split('\n');
      return [path, text.split('\n').filter((line, index) => path !== 'CHANGELOG.md' && line !== before[index])];
    }),
  );
  expect(Object.fromEntries(changed)).toEqual({
    'package.json': ['  "version": "9.8.7",'],
    'package-lock.json': ['  "version": "9.8.7",', '      "version": "9.8.7",'],
    'src/client/package.json': ['  "version": "9.8.7",'],
    'README.md': ['              pip install http://127.0.0.1:4000/client/workspace_automation-9.8.7-py3-none-any.whl'],
    'src/client/python/README.md': [
      'pip install http://127.0.0.1:4000/client/workspace_automation-9.8.7-py3-none-any.whl',
    ],
    'docs/deploy/helm/workspace-automation/Chart.yaml': ['version: 9.8.7', 'appVersion: "9.8.7"'],
    'CHANGELOG.md': [],
  });
});

test('the published package has the locked versions of what no bundle can contain, and no Node of its own', async () => {
  const source = JSON.parse(await readFile('package.json', 'utf8')) as Manifest & { compiledPackages: string[] };
  const compiled = Object.fromEntries(source.compiledPackages.map((name) => [name, source.dependencies[name]]));
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  const manifest = publishedManifest(source, '9.8.7');
  expect(manifest).toMatchObject({ version: '9.8.7', engines: { node: '>=24' } });
  expect(manifest.dependencies).toEqual(compiled);
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']));
  expect(manifest.scripts).toEqual({ start: source.scripts.start });

  const { packages } = publishedLock(lock, manifest);
  expect(packages['']).toMatchObject({ version: '9.8.7', dependencies: compiled });
  const paths = Object.keys(packages);
  for (const name of source.compiledPackages) expect(paths).toContain(`node_modules/${name}`);
  expect(paths.filter((path) => /node_modules\/(jest|@biomejs|graphql|node-linux-)/.test(path))).toEqual([]);
});

test('the README of a package names nothing that only a clone has', async () => {
  const project = await readFile('README.md', 'utf8');
  const text = packageReadme(project);
  expect(text).toMatch(
    /^# Workspace Automation\n\n```\nnpm ci --ignore-scripts && npm start\n```\n\nThis starts a server/,
  );
  expect(text).toContain('Node 24 or newer');
  expect(text).not.toMatch(/npm run|Node 20|<!--|EBADENGINE/);
  expect(() => packageReadme(`${project}\nnpm run build`)).toThrow('README.md says "npm run build" outside of');
});

test.each([
  ['1.2.0', '1.2.0'],
  ['1.2.0-rc.1', '1.2.0rc1'],
  ['1.2.0-beta.10', '1.2.0b10'],
  ['1.2.0-alpha2', '1.2.0a2'],
  ['1.2.0-next.3', '1.2.0.dev0+next.3'],
])('version %s is %s for pip', (version, python) => {
  expect(pythonVersion(version)).toBe(python);
});

test('a tree with changes is not released', async () => {
  const folder = await temporaryFolder();
  try {
    const run = promisify(execFile);
    const inFolder = { cwd: folder.path };
    await run('git', ['init', '--quiet'], inFolder);
    await run('cp', [resolve('package.json'), folder.path]);
    const fromSources = ['--import', resolve('tools/typescript.ts')];
    const release = run(process.execPath, [...fromSources, resolve('tools/release/release.ts'), '9.8.7'], inFolder);
    await expect(release).rejects.toMatchObject({
      code: 1,
      stderr: 'Commit or remove these changes first:\n?? package.json\n',
    });
  } finally {
    folder.remove();
  }
});
