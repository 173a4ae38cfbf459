import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { copyPrograms } from '../../src/platform/embedded-postgres/copy-programs.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
let installed: string;
let place: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  installed = join(folder.path, 'package');
  place = join(folder.path, 'copies');
  // As npm leaves them where files are made for their owner only.
  await mkdir(join(installed, 'native/bin'), { recursive: true, mode: 0o700 });
  await mkdir(join(installed, 'native/lib'), { mode: 0o700 });
  await write('package.json', '{"version":"18.4.0"}', 0o600);
  await write('native/bin/postgres', '#!/bin/sh', 0o700);
  await write('native/lib/libpq.so.5', 'library', 0o600);
  await symlink('libpq.so.5', join(installed, 'native/lib/libpq.so'));
});
afterEach(() => folder.remove());

const write = (path: string, contents: string, mode: number) => writeFile(join(installed, path), contents, { mode });

async function modeOf(...path: string[]): Promise<number> {
  return (await stat(join(...path))).mode & 0o777;
}

test('everybody may run the copy, and only its owner may write to it', async () => {
  const copy = await copyPrograms(installed, place);
  expect(copy).toMatch(/copies\/18\.4\.0-[0-9a-f]{12}$/);
  for (const path of ['..', '.', 'bin', 'bin/postgres', 'lib']) expect(await modeOf(copy, path)).toBe(0o755);
  expect(await modeOf(copy, 'lib/libpq.so.5')).toBe(0o644);
  expect(await readFile(join(copy, 'lib/libpq.so'), 'utf8')).toBe('library');
});

test('what is whole is used again, also by those that start at once; what is damaged is made anew', async () => {
  const [copy, another] = await Promise.all([copyPrograms(installed, place), copyPrograms(installed, place)]);
  expect(another).toBe(copy);
  const { ino } = await stat(copy);
  expect(await copyPrograms(installed, place)).toBe(copy);
  expect((await stat(copy)).ino).toBe(ino);

  await truncate(join(copy, 'lib/libpq.so.5'), 3);
  expect(await copyPrograms(installed, place)).toBe(copy);
  expect(await readFile(join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library');

  await rm(join(copy, 'bin'), { recursive: true });
  expect(await copyPrograms(installed, place)).toBe(copy);
  expect(await readFile(join(copy, 'bin/postgres'), 'utf8')).toBe('#!/bin/sh');
  expect(await readdir(place)).toHaveLength(1);
});

test('another version has a copy of its own, and the one before it stays for those that still run it', async () => {
  const before = await copyPrograms(installed, place);
  await write('package.json', '{"version":"18.5.0"}', 0o600);
  const after = await copyPrograms(installed, place);
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual([before, after]);
});

test('a place that somebody else could write to, or has put there, is refused', async () => {
  await mkdir(place);
  await chmod(place, 0o775);
  await expect(copyPrograms(installed, place)).rejects.toThrow('others may write to it');
  const link = join(folder.path, 'link');
  await symlink(installed, link);
  await expect(copyPrograms(installed, link)).rejects.toThrow('it is not a folder');
  expect(await readdir(place)).toEqual([]);
});
