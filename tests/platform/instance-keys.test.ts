import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readOrCreateInstanceKeys } from '../../src/platform/instance-keys.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test('makes keys once and reads them ever after', async () => {
  const dataDir = join(folder.path, 'new', 'data');
  const first = await readOrCreateInstanceKeys(dataDir);
  expect(first.jwtSecret.length).toBeGreaterThanOrEqual(64);
  expect(first.vaultKeys).toEqual([{ id: 'k1', key: expect.any(Buffer) }]);
  expect(first.vaultKeys[0]?.key).toHaveLength(32);
  expect(await readOrCreateInstanceKeys(dataDir)).toEqual(first);
});

test('keeps them from other users and leaves nothing else behind', async () => {
  await readOrCreateInstanceKeys(folder.path);
  expect(await readdir(folder.path)).toEqual(['instance-keys.json']);
  expect((await stat(join(folder.path, 'instance-keys.json'))).mode & 0o777).toBe(0o600);
});

test('processes that start at once agree on one set', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => readOrCreateInstanceKeys(folder.path)));
  expect(new Set(all.map((keys) => keys.jwtSecret)).size).toBe(1);
});

test('refuses a damaged file instead of making new keys', async () => {
  await writeFile(join(folder.path, 'instance-keys.json'), '{"jwtSecret":');
  await expect(readOrCreateInstanceKeys(folder.path)).rejects.toThrow(/is damaged.*Restore it from a backup/);
});
