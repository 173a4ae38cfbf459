import { describe, expect, test } from '@jest/globals';
import { Taint } from '../../../src/engine/index.js';

const secret = 'p@ss/word "quoted" 1234';
const taint = new Taint([secret, 'key-0123456789', 'abc']);
const redact = <T>(value: T) => taint.redact(value);

describe('redacting', () => {
  test.each([
    ['as it is', `token=${secret};`],
    ['URL-encoded', `?t=${encodeURIComponent(secret)}&x=1`],
    ['in JSON', JSON.stringify({ echoed: secret })],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in the midst of base64', Buffer.from(`user:${secret}`).toString('base64')],
    ['in the midst of base64, shifted', Buffer.from(`me:${secret}!`).toString('base64')],
  ])('finds a secret %s', (_how, text) => {
    const redacted = redact({ list: [text] }).list[0] ?? '';
    expect(redacted).toContain('••••1234');
    expect(redacted).not.toContain(secret);
    expect(Buffer.from(redacted, 'base64').toString()).not.toContain('word');
  });

  test('masks keys and values at any depth', () => {
    expect(redact({ a: [{ 'key-0123456789': 1 }], b: 'my key-0123456789' })).toEqual({
      a: [{ '••••6789': 1 }],
      b: 'my ••••6789',
    });
  });

  test('finds a very short secret only where it is the whole text', () => {
    expect(redact(['abc', 'abcd'])).toEqual(['••••', 'abcd']);
  });

  test('returns a value without secrets as the same object', () => {
    const value = { a: [1, null, { b: 'text' }], at: new Date(0) };
    expect(redact(value)).toBe(value);
    expect(new Taint().redact(value)).toBe(value);
  });
});
