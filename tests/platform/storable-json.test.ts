import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storableJson, storedForm } from '../../src/platform/database/storable-json.js';

describe('what a column of JSON gives back', () => {
  test('is the same whether the value was looked at or written and read', () => {
    const anything = fc.anything({
      maxDepth: 4,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: false,
      withBigInt: false,
      withMap: true,
      withTypedArray: false,
      withUnicodeString: true,
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('toJSON', '\u0000', '\ud800', 'id')),
      values: [fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', 'a\udc00', -0), fc.double(), fc.boolean()],
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(storedForm(value)).toStrictEqual(JSON.parse(storableJson(value)));
      }),
      { numRuns: 300 },
    );
  });

  test('is the very value where nothing about it changes', () => {
    const nodes = [{ id: 'a', position: { x: 0, y: -1.5 }, data: { list: [1, null, true, 'ä'], ['__proto__']: 1 } }];
    expect(storedForm(nodes)).toBe(nodes);
  });
});
