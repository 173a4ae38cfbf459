/**
 * Texts that tend to break what stores, compares, quotes, parses or shows them, by what they are. Every text of a request
 * must be taken and read back, or refused by the name of its field.
 */
const byKind: Record<string, readonly string[]> = {
  reserved: ['null', 'NULL', 'Null', 'undefined', 'nil', 'None', 'true', 'false', 'NaN', 'Infinity', 'default', 'CON'],
  prototypes: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '__typename', 'toJSON', 'then'],
  numbers: ['0', '-1', '1.50', '1e400', '0x1F', '1,000', '9007199254740993', '٣', '½', '-0', '08', '1/0'],
  blanks: ['', ' ', '  two spaces  ', '\t', '\n', 'a\r\nb', '\u00a0', '\u3000', '\u2003x\u2003', '\u200b', '\u2028'],
  controls: ['\u0000', 'a\u0000b', '\u0001\u0008\u001b[31m', '\u007f', '\u0085', '\ufeffbom', '\uffff', '\ufffe'],
  surrogates: ['\ud800', 'a\udc00b', '\udfff\ud800', '\ud83d\ude00'],
  arrays: ['{}', '{NULL}', '{a,b}', '{"a"}', '{{1},{2}}', ',', '"', '"quoted"', '\\', '\\"', '\\n', '[1:2]={a,b}'],
  json: ['{"a":1}', '[]', '"', '\\u0000', '\\ud800', '{"$ref":"#"}', '{"__proto__":{"a":1}}'],
  sql: ["'", "''", "'; drop table flows; --", "' or '1'='1", '$1', '?', ':name', '%', '_', '%s%n', '/*', "E'\\\\'"],
  templates: [
    '{{',
    '}}',
    '{{ }}',
    '{{x',
    '{{{{x}}}}',
    '{{1/0}}',
    `\${x}`,
    '<%= 1 %>',
    '#{x}',
    '{{boveda.NULL}}',
    '{% if %}',
  ],
  markup: ['<script>alert(1)</script>', '<b>', '&amp;', '&#0;', ']]>', '<!--', 'javascript:alert(1)', '<?xml?>'],
  paths: ['../../etc/passwd', '/', '.', '..', 'C:\\', '%2e%2e%2f', 'file:///etc/passwd', 'http://a.example/?a=b#c'],
  headers: ['a\r\nBcc: b@example.com', 'Ana <ana@example.com>', 'ana@example.com, b@example.com', 'ÄNA@EXAMPLE.COM'],
  formulas: ['=1+1', '@SUM(A1)', '+1', '-1+1', "=cmd|' /C calc'!A0", 'a;b|c'],
  scripts: [
    'ñandú',
    'e\u0301',
    '\u00e9',
    '日本語',
    'ﬁ',
    'ß',
    'İ',
    'ı',
    'ǆ',
    'Ω',
    '\u212b',
    '田中さん',
    'สวัสดี',
    'हिन्दी',
  ],
  directions: ['\u202egnp.exe', 'שלום', 'مرحبا', '\u2066a\u2069', '\u200fa', 'a\u200db'],
  marks: ['Z\u0351\u036b\u0343a\u0363\u0348l\u0354g\u0361o', '\u0301', 'a\u0300\u0301\u0302\u0303'.repeat(20)],
  emoji: ['👩‍👩‍👧', '🏳️‍🌈', '🇪🇸', '👍🏽', '❤️', '\u{1f9d1}\u{1f3fd}\u200d\u{1f4bb}', '\u{10ffff}', '\u{e0001}'],
  lengths: ['a'.repeat(100), '😀'.repeat(101), 'x'.repeat(255), 'y'.repeat(4_097), 'z '.repeat(40_000)],
};

export const naughtyTexts: readonly string[] = [...new Set(Object.values(byKind).flat())];

/** What a list of labels takes: texts of 1 to 100 characters that Postgres can store, each once. */
export const naughtyLabels: readonly string[] = naughtyTexts.filter(
  (text) => text !== '' && [...text].length <= 100 && text.isWellFormed() && !text.includes('\u0000'),
);
