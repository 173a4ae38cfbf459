import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { rules } from '../../../src/engine/rules/all-rules.js';

test('each rule has a file and a test of its name', async () => {
  const names = rules.map(({ id }) => id.toLowerCase().replaceAll('_', '-'));
  expect(new Set(names).size).toBe(rules.length);
  const [files, tests] = [await readdir('src/engine/rules'), await readdir('tests/engine/rules')];
  expect(names.filter((name) => !files.includes(`${name}.ts`))).toEqual([]);
  expect(names.filter((name) => !tests.includes(`${name}.test.ts`))).toEqual([]);
});
