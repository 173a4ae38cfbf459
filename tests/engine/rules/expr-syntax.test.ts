import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { reading, start, told } from './told.js';

describe('EXPR_SYNTAX', () => {
  test('finds expressions that cannot be read', () => {
    expect(told(reading('{{ 1 + }}'))).toEqual(['EXPR_SYNTAX b deep[0].text']);
  });

  test('reads bare CEL and leaves code alone', () => {
    const code = (expression: string) => graphOf([start, node('c', 'code', { expression, source: 'x = {{' })], 't>c');
    expect(told(code('triggerData.items.map(i, i.x)'))).toEqual([]);
    expect(told(code('[1'))).toEqual(['EXPR_SYNTAX c expression']);
    expect(told(code('steps.nope'))).toEqual(['EXPR_REF_UNKNOWN c expression']);
  });
});
