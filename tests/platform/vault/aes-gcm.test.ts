import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decrypt, encrypt } from '../../../src/platform/vault/aes-gcm.js';

const secret = (text: string) => createSecretKey(Buffer.from(text, 'hex'));
const hex = (text: string) => Buffer.from(text, 'hex');

const key =
  'feffe9928665731c6d6a8f9467308308' + //
  'feffe9928665731c6d6a8f9467308308';
const plain =
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
  '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255';
const ciphertext =
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa' +
  '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad';

/** D. McGrew and J. Viega, The Galois/Counter Mode of Operation, appendix B: the cases for 256-bit keys and 96-bit nonces. */
const published = [
  {
    number: 13,
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    plain: '',
    associated: '',
    ciphertext: '',
    tag: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    number: 14,
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    plain: '00'.repeat(16),
    associated: '',
    ciphertext: 'cea7403d4d606b6e074ec5d3baf39d18',
    tag: 'd0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    number: 15,
    key,
    nonce: 'cafebabefacedbaddecaf888',
    plain,
    associated: '',
    ciphertext,
    tag: 'b094dac5d93471bdec1a502270e3cc6c',
  },
  {
    number: 16,
    key,
    nonce: 'cafebabefacedbaddecaf888',
    plain: plain.slice(0, 120),
    associated: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    ciphertext: ciphertext.slice(0, 120),
    tag: '76fc6ece0f4e1768cddf8853bb2d551b',
  },
];

describe('AES-256-GCM', () => {
  test.each(published)('encrypts and decrypts the published test case $number', (published) => {
    const { key, nonce, plain, associated, ciphertext, tag } = published;
    const made = encrypt(secret(key), hex(nonce), hex(plain), hex(associated));
    expect(made.ciphertext.toString('hex')).toBe(ciphertext);
    expect(made.tag.toString('hex')).toBe(tag);
    const opened = decrypt(secret(key), hex(nonce), hex(ciphertext), hex(tag), hex(associated));
    expect(opened.toString('hex')).toBe(plain);
  });

  test.each([0, 4, 8, 12, 13, 14, 15])('refuses a tag that was cut to %i bytes', (length) => {
    const at = published[3] as (typeof published)[number];
    const tag = hex(at.tag).subarray(0, length);
    expect(() => decrypt(secret(at.key), hex(at.nonce), hex(at.ciphertext), tag, hex(at.associated))).toThrow();
  });

  test('refuses what was encrypted beside other associated data, with another nonce or another key', () => {
    const at = published[3] as (typeof published)[number];
    const changed = (text: string) => `00${text.slice(2)}`;
    const right = [secret(at.key), hex(at.nonce), hex(at.ciphertext), hex(at.tag), hex(at.associated)] as const;
    expect(decrypt(...right).toString('hex')).toBe(at.plain);
    for (const [index, part] of [at.key, at.nonce, at.ciphertext, at.tag, at.associated].entries()) {
      const wrong = right.with(index, (index === 0 ? secret : hex)(changed(part))) as unknown as typeof right;
      expect(() => decrypt(...wrong)).toThrow();
    }
  });
});
