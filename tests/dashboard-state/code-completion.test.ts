import { describe, expect, test } from '@jest/globals';
import { codeOptions } from '../../src/dashboard/screens/editor/form/code-completion.ts';

const labels = (before: string, values?: Record<string, unknown>) =>
  codeOptions(before, values)?.options.map(({ label }) => label);

describe('completion in code', () => {
  test('offers the names of n8n and the nodes that ran', () => {
    expect(labels('return $i')).toEqual(['$input.all()', '$input.first()', '$input.last()']);
    expect(labels('x = $(', { steps: { orders: [1] } })).toEqual(['$("orders")']);
    expect(labels('$("or', { steps: { orders: 1, other: 2 } })).toEqual(['$("orders")']);
  });

  test('offers libraries, and nothing behind other values', () => {
    expect(labels('const d = Date')).toEqual(['DateTime']);
    expect(labels('order.cr')).toBeUndefined();
  });
});
