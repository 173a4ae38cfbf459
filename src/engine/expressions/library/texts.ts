import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { captures } from '../../regex-captures.js';
import { charge } from '../../work.js';
import { boundedText } from '../bounded-text.js';
import { longestText } from '../limits.js';
import { type Declaration, declare, type Price, shown, wholeNumber } from './declare.js';
import { valueAt } from './lists.js';

/** Each character is read and written. */
const perCharacter: Price = { character: 0.05 };
/** Characters are classified. */
const perWord: Price = { character: 0.4 };
const mostMatches = 1000;
const longestPhone = 60;

/** The words of a text or a name in any spelling: `orderID x` has `order`, `ID` and `x`. */
function wordsOf(text: string): string[] {
  return text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? [];
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('').toLowerCase();
}

function camel(text: string): string {
  const [first = '', ...rest] = wordsOf(text);
  return first.toLowerCase() + rest.map(capitalized).join('');
}

function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
}

function padded(side: 'padStart' | 'padEnd', text: string, length: unknown, fill: string): string {
  const wanted = wholeNumber(length, [0, longestText], `the length of ${side}`);
  charge(wanted * 0.005);
  return text[side](wanted, fill);
}

function filled(text: string, values: object): string {
  let length = 0;
  return text.replaceAll(/\{([\w.]{1,200})\}/g, (whole, key: string) => {
    const value = valueAt(values, key);
    if (value === undefined)
      throw new Error(`template has no value for ${whole}. Its values are an object with its fields.`);
    const inserted = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    length += inserted.length;
    charge(1 + inserted.length * 0.01);
    boundedText(text.length + length);
    return inserted;
  });
}

function truncate(text: string, length: unknown, end: string): string {
  const most = wholeNumber(length, [0, longestText], 'the length of truncate');
  if (text.length <= most) return text;
  return (
    text
      .slice(0, Math.max(0, most - end.length))
      .toWellFormed()
      .replace(/\uFFFD$/, '') + end.slice(0, most)
  );
}

function normalizePhone(text: string, country?: string): string | null {
  const code = country?.toUpperCase();
  if (code !== undefined && !isSupportedCountry(code))
    throw new Error(
      `the country of normalizePhone must be a code of two letters such as "ES", not "${shown(country)}".`,
    );
  if (text.length > longestPhone) return null;
  const found = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), code as CountryCode | undefined);
  return found?.isValid() ? found.number : null;
}

/** Functions of texts. */
export const textFunctions: readonly Declaration[] = [
  declare(['trim(text: text): text', 'Removes white space at both ends.', 'trim(" a ")', '"a"'], (text) =>
    (text as string).trim(),
  ),
  declare(
    ['upper(text: text): text', 'Changes all letters to capitals.', '"año".upper()', '"AÑO"'],
    (text) => (text as string).toUpperCase(),
    perCharacter,
  ),
  declare(
    ['lower(text: text): text', 'Changes all letters to small ones.', '"AÑO".lower()', '"año"'],
    (text) => (text as string).toLowerCase(),
    perCharacter,
  ),
  declare(
    ['title(text: text): text', 'Capitalizes each word.', '"ana maría".title()', '"Ana María"'],
    (text) => (text as string).replaceAll(/[\p{L}\p{M}\p{N}'’]+/gu, capitalized),
    perWord,
  ),
  declare(
    ['camel(text: text): text', 'Writes the words as one name: `orderId`.', '"Order id".camel()', '"orderId"'],
    (text) => camel(text as string),
    perWord,
  ),
  declare(
    ['snake(text: text): text', 'Writes the words as one name: `order_id`.', '"orderId".snake()', '"order_id"'],
    (text) =>
      wordsOf(text as string)
        .join('_')
        .toLowerCase(),
    perWord,
  ),
  declare(
    ['kebab(text: text): text', 'Writes the words as one name: `order-id`.', '"orderId".kebab()', '"order-id"'],
    (text) =>
      wordsOf(text as string)
        .join('-')
        .toLowerCase(),
    perWord,
  ),
  declare(
    [
      'slug(text: text): text',
      'Writes a text for an address: small letters and digits, without accents, joined by `-`.',
      '"Crème brûlée!".slug()',
      '"creme-brulee"',
    ],
    (text) => slug(text as string),
    perWord,
  ),
  declare(
    [
      'padStart(text: text, length: number, fill?: text): text',
      'Fills a text up to a length at its start, with spaces unless `fill` says otherwise.',
      '"7".padStart(3, "0")',
      '"007"',
    ],
    (text, length, fill = ' ') => padded('padStart', text as string, length, fill as string),
  ),
  declare(
    [
      'padEnd(text: text, length: number, fill?: text): text',
      'Fills a text up to a length at its end.',
      '"7".padEnd(3, ".")',
      '"7.."',
    ],
    (text, length, fill = ' ') => padded('padEnd', text as string, length, fill as string),
  ),
  declare(
    [
      'truncate(text: text, length: number, end?: text): text',
      'Shortens a text to at most so many characters, of which the last are `end`, `…` by default.',
      '"abcdef".truncate(4)',
      '"abc…"',
    ],
    (text, length, end = '…') => truncate(text as string, length, end as string),
  ),
  declare(
    [
      'template(text: text, values: object): text',
      'Replaces each `{name}` in a text by a field of an object.',
      '"Dear {name}".template({"name": "Ana"})',
      '"Dear Ana"',
    ],
    (text, values) => filled(text as string, values as object),
    { character: 0.1 },
  ),
  declare(
    [
      'normalizePhone(text: text, country?: text): text or null',
      'Writes a phone number as `+` and digits; null for other text. `country` is that of numbers without a country code.',
      '"600 000 001".normalizePhone("ES")',
      '"+34600000001"',
    ],
    (text, country) => normalizePhone(text as string, country as string | undefined),
    { call: 80 },
  ),
  declare(
    [
      'regexCapture(text: text, pattern: text): list or null',
      'Returns the first match of a regular expression and its groups; null if it does not match.',
      '"order 42".regexCapture("order ([0-9]+)")',
      '["order 42","42"]',
    ],
    (text, pattern) => captures(text as string, pattern as string, 1)[0] ?? null,
  ),
  declare(
    [
      'regexCaptureAll(text: text, pattern: text): list',
      'Returns a list for each match of a regular expression: the match and its groups, at most 1,000.',
      '"a1 b2".regexCaptureAll("([a-z])([0-9])")',
      '[["a1","a","1"],["b2","b","2"]]',
    ],
    (text, pattern) => captures(text as string, pattern as string, mostMatches),
  ),
];
