import { describe, expect, test } from '@jest/globals';
import { evaluateCondition, evaluateConditions, type Operator, RegexError } from '../../src/engine/index.js';

const cases: [unknown, Operator, unknown, boolean][] = [
  [5, 'eq', '5', true],
  ['10', 'gt', '9', true],
  ['1.50', 'eq', 1.5, true],
  ['007', 'eq', '7', false],
  ['12345678901234567890', 'eq', '12345678901234567891', false],
  ['2026-01-01T10:00:00Z', 'eq', '2026-01-01T11:00:00+01:00', true],
  ['2026-01-01', 'lt', '2026-01-01T00:00:01Z', true],
  ['2026-01-01T10:00', 'eq', '2026-01-01T10:00:00.000Z', true],
  ['banana', 'gt', 'apple', true],
  ['a', 'ne', 'b', true],
  [true, 'eq', 'true', true],
  [null, 'eq', '', true],
  [undefined, 'lt', 100, false],
  [undefined, 'lte', 100, false],
  ['', 'gte', 0, false],
  [{ a: 1 }, 'eq', '{"a":1}', true],
  [3, 'lte', 3, true],
  ['hello', 'contains', 'ell', true],
  [[1, 2], 'contains', '2', true],
  [{ a: 1 }, 'contains', 'a', true],
  [{ a: 1 }, 'contains', 'toString', false],
  [['a'], 'notContains', 'b', true],
  ['hello', 'startsWith', 'he', true],
  ['hello', 'endsWith', 'lo', true],
  ['hello', 'matches', '^h.*o$', true],
  ['say hello', 'matches', 'hel+', true],
  ['b', 'in', ['a', 'b'], true],
  [2, 'in', '1, 2', true],
  ['c', 'notIn', ['a', 'b'], true],
  [0, 'exists', undefined, true],
  [null, 'exists', undefined, false],
  [undefined, 'notExists', undefined, true],
  [[], 'isEmpty', undefined, true],
  [{}, 'isEmpty', undefined, true],
  [0, 'isEmpty', undefined, false],
  ['x', 'isNotEmpty', undefined, true],
  ['True', 'isTrue', undefined, true],
  [1, 'isTrue', undefined, true],
  [null, 'isTrue', undefined, false],
  ['false', 'isFalse', undefined, true],
  [null, 'isFalse', undefined, false],
];

describe('conditions', () => {
  test.each(cases)('%p %s %p is %p', (left, operator, right, holds) => {
    expect(evaluateCondition({ left, operator, right })).toBe(holds);
  });

  test('combine by all or any', () => {
    const one = { left: 1, operator: 'eq', right: 1 } as const;
    const other = { left: 1, operator: 'eq', right: 2 } as const;
    expect(evaluateConditions([one, other])).toBe(false);
    expect(evaluateConditions([one, other], 'any')).toBe(true);
  });

  test('match patterns that backtrack in other engines in linear time', () => {
    const started = performance.now();
    for (const pattern of ['(a+)+$', '(a|aa)+$', '([a-z]+)*!']) {
      evaluateCondition({ left: `${'a'.repeat(50_000)}b`, operator: 'matches', right: pattern });
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('reject patterns that are malformed or too large with a readable error', () => {
    for (const right of ['(', '(?=a)', '\\1', 'a'.repeat(1001)]) {
      expect(() => evaluateCondition({ left: 'a', operator: 'matches', right })).toThrow(RegexError);
    }
    const heavy = { left: 'x'.repeat(100_000), operator: 'matches', right: '(x?){1000}y' } as const;
    expect(() => evaluateCondition(heavy)).toThrow('too large');
  });
});
