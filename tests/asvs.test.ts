import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { tableRows } from './support/docs-pages.js';

const text = readFileSync('docs/asvs.md', 'utf8');
const rows = tableRows(text, 'number', 'requirement', 'state', 'how, or why not', 'evidence');
const states = ['met', 'partly', 'not met', 'operator', 'n/a'];

/** The tests that a row links to. */
const evidenceOf = (cell = '') => [...cell.matchAll(/\[(.+?)\]\((\.\.\/tests\/[^)]+)\)/g)];

test('every test that the table names exists, with this title', () => {
  const missing = rows.flatMap(([number, , , , cell]) =>
    evidenceOf(cell).flatMap(([, title = '', link = '']) => {
      const file = normalize(join('docs', link));
      const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const titles = [...source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , found = '']) => found);
      return titles.some((found) => found.replaceAll("\\'", "'") === title) ? [] : [`${number}: ${file}: ${title}`];
    }),
  );
  expect(missing).toEqual([]);
  expect(rows.flatMap(([, , , , cell]) => evidenceOf(cell)).length).toBeGreaterThan(100);
});

test('every chapter of the standard has rows, each with a number of its own, a state and a reason', () => {
  const numbers = rows.map(([number = '']) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(numbers.map((number) => Number(number.split('.')[0]))).size).toBe(17);
  const unclear = rows.filter(([, , state = '', how = '']) => !states.includes(state) || how.length < 3);
  expect(unclear).toEqual([]);
});
