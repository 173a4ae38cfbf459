import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type ExpressionScope, resolveFields, scopeRoots } from '../../../src/engine/index.js';
import { tableRows } from '../../support/docs-pages.js';

const page = readFileSync('docs/expressions.md', 'utf8');
const [, data = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
const scope = JSON.parse(data) as ExpressionScope;
const examples = tableRows(page, 'text', 'value');

test('docs/expressions.md has examples, and names every root', () => {
  expect(examples.length).toBeGreaterThan(40);
  const named = tableRows(page, 'root', 'contains').flatMap(([cell = '']) => cell.match(/\w+/g) ?? []);
  expect(named.toSorted()).toEqual([...scopeRoots].toSorted());
});

test.each(examples)('the example %s gives %s', (text, value) => {
  expect(JSON.stringify(resolveFields<unknown>(text, scope).value)).toBe(value);
});
