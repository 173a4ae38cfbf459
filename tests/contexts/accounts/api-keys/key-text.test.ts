import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKeyText, isKeyText, shownPrefix } from '../../../../src/contexts/accounts/api-keys/key-text.js';

describe('the text of an API key', () => {
  test('is recognised, and unique', () => {
    const keys = Array.from({ length: 1000 }, createKeyText);
    expect(keys.every(isKeyText)).toBe(true);
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every((key) => key.length === 37 && shownPrefix(key).length === 12)).toBe(true);
  });

  test('is distinguished from a mistyped one without a query', () => {
    fc.assert(
      fc.property(fc.nat({ max: 32 }), fc.constantFrom(...'0123456789abcxyzABCXYZ_-'), (at, typo) => {
        const key = createKeyText();
        const mistyped = key.slice(0, 4 + at) + typo + key.slice(5 + at);
        fc.pre(mistyped !== key);
        expect(isKeyText(mistyped)).toBe(false);
      }),
    );
  });

  test.each(['', 'wak_', 'wak_short', `${createKeyText()}0`, createKeyText().slice(4)])('is not %s', (text) => {
    expect(isKeyText(text)).toBe(false);
  });
});
