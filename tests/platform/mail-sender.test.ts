import { describe, expect, test } from '@jest/globals';
import { parseSender } from '../../src/platform/mail/mail-sender.js';

describe('the sender of a mail', () => {
  test.each([
    ['ana@example.com', '', 'ana@example.com'],
    [' ana@example.com ', '', 'ana@example.com'],
    ['<ana@example.com>', '', 'ana@example.com'],
    ['Ana <ana@example.com>', 'Ana', 'ana@example.com'],
    ['"Shop, Inc. \\"North\\"" <shop@example.com>', 'Shop, Inc. "North"', 'shop@example.com'],
    ['Peña & Söhne <hola@peña.example>', 'Peña & Söhne', 'hola@peña.example'],
    ['Local <no-reply@localhost>', 'Local', 'no-reply@localhost'],
  ])('is read from %j', (text, name, address) => {
    expect(parseSender(text)).toEqual({ name, address });
  });

  test.each([
    'ana',
    '',
    'Ana <>',
    'a@x.com, b@x.com',
    'a@x.com b@x.com',
    'a@x.com;b@x.com',
    'Ana <a@x.com>, Ben <b@x.com>',
    'Ana <a@x.com> <b@x.com>',
    'Team: a@x.com, b@x.com;',
    'a@x.com\r\nBcc: b@x.com',
    'Ana\r\nBcc: b@x.com <a@x.com>',
    'a@x.com@y.com',
    '"a@x.com',
    // Shown in the place of the address.
    'billing@bank.example <a@x.com>',
    '"billing@bank.example" <a@x.com>',
    'billing＠bank.example <a@x.com>',
    '=?utf-8?q?billing=40bank.example?= <a@x.com>',
    `${'a'.repeat(250)}@x.com`,
    `${'A'.repeat(201)} <a@x.com>`,
  ])('is none in %j', (text) => {
    expect(parseSender(text)).toBeNull();
  });
});
