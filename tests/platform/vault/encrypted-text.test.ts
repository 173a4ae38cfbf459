import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Binding,
  encryptionKey,
  encryptText,
  openText,
  parseEncrypted,
} from '../../../src/platform/vault/encrypted-text.js';

const key = encryptionKey({ id: 'k1', key: randomBytes(32) });
const binding = ['workspace', 'secret', 'id', null];

const encrypt = (plain: string, bound: Binding = binding) => encryptText(key, Buffer.from(plain), bound);
const open = (encrypted: string, bound: Binding = binding, by = key) =>
  openText(by, parseEncrypted(encrypted), bound).toString();

describe('a sealed text', () => {
  test('opens with the key and the binding that it was sealed with', () => {
    const anyBinding = fc.array(fc.option(fc.string()));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), anyBinding, (plain, bound) => {
        expect(open(encrypt(plain, bound), bound)).toBe(plain.toWellFormed());
      }),
    );
  });

  test('opens with no other binding, however it is put together', () => {
    const anyBinding = fc.array(fc.option(fc.string({ maxLength: 3 })), { maxLength: 4 });
    fc.assert(
      fc.property(anyBinding, anyBinding, (bound, other) => {
        fc.pre(JSON.stringify(bound) !== JSON.stringify(other));
        expect(() => open(encrypt('value', bound), other)).toThrow('could not be decrypted');
      }),
    );
    expect(() => open(encrypt('value', ['ab', 'c']), ['a', 'bc'])).toThrow('could not be decrypted');
  });

  test('is v1:keyId:nonce:ciphertext:tag, with a new nonce of 96 bits each time', () => {
    const nonces = Array.from({ length: 1_000 }, () => {
      const [version, id, nonce, ciphertext, tag] = encrypt('same').split(':');
      expect([version, id]).toEqual(['v1', 'k1']);
      const lengths = [nonce, ciphertext, tag].map((part) => Buffer.from(part as string, 'base64url').length);
      expect(lengths).toEqual([12, 4, 16]);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(1_000);
  });

  test('does not open when any one bit was changed', () => {
    const parts = encrypt('a secret value').split(':');
    for (const index of [2, 3, 4]) {
      const bytes = Buffer.from(parts[index] as string, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const forged = parts.with(index, changed.toString('base64url')).join(':');
        expect(() => open(forged)).toThrow('could not be decrypted');
      }
    }
  });

  test('is refused with a shortened tag, and so is what is no sealed text', () => {
    const parts = encrypt('value').split(':');
    for (const length of [0, 4, 12, 15, 17]) {
      const tag = Buffer.alloc(17, Buffer.from(parts[4] as string, 'base64url')).subarray(0, length);
      expect(() => open(parts.with(4, tag.toString('base64url')).join(':'))).toThrow(
        'An encrypted text must have the form',
      );
    }
    for (const text of ['', 'v1', 'v2:k1:a:b:c', parts.slice(0, 4).join(':'), `${parts.join(':')}:x`, 'plain']) {
      expect(() => open(text)).toThrow('An encrypted text must have the form');
    }
  });

  test('does not open with another key, not even one of the same name', () => {
    expect(() => open(encrypt('value'), binding, encryptionKey({ id: 'k1', key: randomBytes(32) }))).toThrow(
      'the key k1 was replaced',
    );
    expect(() => open(encrypt('value'), binding, { ...key, id: 'k2' })).toThrow('could not be decrypted');
  });

  test('asks for keys of 32 bytes', () => {
    expect(() => encryptionKey({ id: 'k1', key: randomBytes(16) })).toThrow(
      'The vault key k1 must be 32 bytes long, but is 16.',
    );
  });
});
