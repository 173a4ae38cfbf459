import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSealer, sealedWith } from '../../src/platform/secret-box.js';

const first = { id: 'k1', key: randomBytes(32) };
const second = { id: 'k2', key: randomBytes(32) };
const sealer = createSealer([first]);

describe('the secret box', () => {
  test('opens every text with the context it was sealed with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, context) => {
        expect(sealer.open(sealer.seal(plain, context), context)).toBe(plain);
      }),
    );
  });

  test('seals the same text differently each time', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => sealer.seal('same', 'context')));
    expect(sealed.size).toBe(100);
  });

  test('refuses another context, so that a text cannot be moved to another row', () => {
    const sealed = sealer.seal('value', 'secret:1');
    expect(() => sealer.open(sealed, 'secret:2')).toThrow('does not open');
  });

  test('refuses a text in which any one bit was changed', () => {
    const parts = sealer.seal('a secret value', 'context').split(':');
    for (const index of [2, 3, 4]) {
      const bytes = Buffer.from(parts[index] ?? '', 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const forged = parts.with(index, changed.toString('base64url')).join(':');
        expect(() => sealer.open(forged, 'context')).toThrow('does not open');
      }
    }
  });

  test('refuses a tag that was cut to four bytes', () => {
    const parts = sealer.seal('value', 'context').split(':');
    const short = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => sealer.open(parts.with(4, short).join(':'), 'context')).toThrow('no sealed text');
  });

  test('opens what an older key sealed and seals with the first', () => {
    const rotated = createSealer([second, first]);
    expect(rotated.open(sealer.seal('old', 'context'), 'context')).toBe('old');
    expect(sealedWith(rotated.seal('new', 'context'))).toBe('k2');
  });

  test('names the key that is missing', () => {
    const sealed = createSealer([second]).seal('value', 'context');
    expect(() => sealer.open(sealed, 'context')).toThrow('vault key k2, which is not among VAULT_KEYS');
  });

  test('refuses to be made without a key or with one of the wrong length', () => {
    expect(() => createSealer([])).toThrow('at least one');
    expect(() => createSealer([{ id: 'k1', key: randomBytes(16) }])).toThrow('must be 32');
  });
});
