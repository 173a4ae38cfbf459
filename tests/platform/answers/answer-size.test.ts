import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sizeOfAnswer } from '../../../src/platform/answers/answer-size.js';

const plenty = 1_000_000_000;

describe('the size of an answer', () => {
  test('is that of its JSON, and at most a little more', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const length = Buffer.byteLength(JSON.stringify(value));
        const counted = (sizeOfAnswer(value, plenty) as { bytes: number }).bytes;
        const values = JSON.stringify(value).split(/[[\]{},:]/).length;
        // Numbers count as five bytes each, whatever their digits.
        expect(counted).toBeGreaterThanOrEqual(length - 25 * values);
        expect(counted).toBeLessThanOrEqual(length + 6 * values + 2);
      }),
    );
  });

  test.each([
    ['plain', 'a'.repeat(50), 52],
    ['quoted', '"\\'.repeat(10), 42],
    ['accented', 'ñ'.repeat(10), 22],
    ['long and escaped', '\u0001'.repeat(100), 602],
  ])('counts %s text as JSON writes it', (_name, text, bytes) => {
    expect(sizeOfAnswer(text, plenty)).toEqual({ bytes });
  });

  test('tells where it was over', () => {
    const answer = { flows: { items: [{ nodes: 'a' }, { nodes: 'a'.repeat(1_000) }] } };
    expect(sizeOfAnswer(answer, 500)).toEqual({ over: ['flows', 'items', 1, 'nodes'] });
  });
});
