import { randomUUID } from 'node:crypto';
import { parseHtml, selectHtml } from '../../html.js';
import { boundedText } from '../bounded-text.js';
import { deepestData } from '../limits.js';
import { type Declaration, declare, type Price, shown, wholeNumber } from './declare.js';
import { localeOf } from './times.js';

/** Each character is read and written. */
const perCharacter: Price = { character: 0.03 };
const parses: Price = { character: 0.14 };
/** Formatters of a language are made for each call. */
const ofLanguage: Price = { call: 400 };
const mostDecimals = 20;

function decoded(text: string, from: 'base64' | 'hex', pattern: RegExp): string {
  if (!pattern.test(text)) throw new Error(`"${shown(text)}" must be text in ${from}.`);
  const bytes = Buffer.from(text, from);
  const read = bytes.toString('utf8');
  if (read.includes('\uFFFD')) throw new Error(`the ${from} text must contain text in UTF-8.`);
  return read;
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`"${shown(text)}" must be JSON for parseJson.`);
  }
  requireShallow(value, 0);
  return value;
}

function requireShallow(value: unknown, depth: number): void {
  if (depth > deepestData) throw new Error(`JSON must be nested at most ${deepestData} levels deep for parseJson.`);
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) requireShallow(item, depth + 1);
}

function urlDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`"${shown(text)}" must be URL-encoded text.`);
  }
}

function parseUrl(text: string): object {
  const url = URL.parse(text);
  if (!url) throw new Error(`"${shown(text)}" must be a whole address such as "https://example.com/a?b=1".`);
  const { protocol, hostname, port, pathname, hash, searchParams } = url;
  const query = Object.fromEntries(searchParams);
  return { protocol: protocol.slice(0, -1), host: hostname, port, path: pathname, query, hash: hash.slice(1) };
}

function buildQuery(values: object): string {
  const pairs = Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) =>
      item === null ? [] : [[name, textOf(item)]],
    ),
  );
  return new URLSearchParams(pairs).toString();
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function decimalsOf(decimals: unknown): number {
  return wholeNumber(decimals, [0, mostDecimals], 'the number of decimals');
}

function formatNumber(number: number, decimals: unknown, locale: unknown): string {
  const digits =
    decimals === undefined
      ? {}
      : { minimumFractionDigits: decimalsOf(decimals), maximumFractionDigits: decimalsOf(decimals) };
  return new Intl.NumberFormat(localeOf(locale), digits).format(number);
}

function formatCurrency(number: number, currency: string, locale: unknown): string {
  if (!/^[A-Za-z]{3}$/.test(currency))
    throw new Error(`the currency must be a code of three letters such as "EUR", not "${shown(currency)}".`);
  return new Intl.NumberFormat(localeOf(locale), { style: 'currency', currency }).format(number);
}

function round(number: number, decimals: unknown): number {
  const digits = decimalsOf(decimals);
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  // By the decimal notation: 1.005 is rounded to 1.01, although its binary value is a little less.
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [rounded = '', power = '0'] = String(shifted).split('e');
  return Number(`${rounded}e${Number(power) - digits}`);
}

function selected(html: unknown, selector: unknown, attribute: unknown): string[] {
  return selectHtml(parseHtml(html as string), selector as string, attribute as string | undefined);
}

const page = '"<p class=a>One</p><a href=/x>Two</a>"';

/** Functions of JSON, encodings, addresses, HTML and numbers. */
export const formatFunctions: readonly Declaration[] = [
  declare(
    ['toJson(value: any): text', 'Writes a value as JSON.', '{"a": [1, null]}.toJson()', '"{\\"a\\":[1,null]}"'],
    (value) => JSON.stringify(value),
    { value: 1, character: 0.05 },
  ),
  declare(
    ['parseJson(text: text): any', 'Reads JSON.', '"[1, true]".parseJson()', '[1,true]'],
    (text) => parseJson(text as string),
    parses,
  ),
  declare(['base64Encode(text: text): text', 'Writes a text, in UTF-8, in base64.', 'base64Encode("añ")', '"YcOx"']),
  declare(
    ['base64Decode(text: text): text', 'Reads text in base64 or base64url.', '"YcOx".base64Decode()', '"añ"'],
    (text) => decoded((text as string).trim(), 'base64', /^[A-Za-z0-9+/_-]*={0,2}$/),
    perCharacter,
  ),
  declare(
    ['hexEncode(text: text): text', 'Writes a text, in UTF-8, in hexadecimal.', '"añ".hexEncode()', '"61c3b1"'],
    (text) => {
      boundedText((text as string).length * 6);
      return Buffer.from(text as string).toString('hex');
    },
    perCharacter,
  ),
  declare(
    ['hexDecode(text: text): text', 'Reads text in hexadecimal.', '"61c3b1".hexDecode()', '"añ"'],
    (text) => decoded(text as string, 'hex', /^(?:[0-9a-fA-F]{2})*$/),
    perCharacter,
  ),
  declare([
    'hash(text: text, algorithm?: text, encoding?: text): text',
    'Returns a digest: `sha256` (the default), `sha1`, `sha384`, `sha512` or `md5`, in `hex` (the default), `base64` or `base64url`.',
    '"a".hash("md5")',
    '"0cc175b9c0f1b6a831c399e269772661"',
  ]),
  declare([
    'hmac(text: text, key: text, algorithm?: text, encoding?: text): text',
    'Signs a text: algorithm `sha256` (the default), `sha1`, `sha384` or `sha512`, encoding `hex` (the default), `base64` or `base64url`.',
    '"a".hmac("key", "sha1")',
    '"0db21f05052f323e714ef9bf1f7b000ffe97e8a0"',
  ]),
  declare(['uuid(): text', 'Returns a new random UUID, another one each time.', 'uuid()', null], () => randomUUID(), {
    call: 20,
  }),
  declare([
    'urlEncode(text: text): text',
    'Encodes a text as a part of an address.',
    'urlEncode("a b&c")',
    '"a%20b%26c"',
  ]),
  declare(
    ['urlDecode(text: text): text', 'Decodes a part of an address.', '"a%20b".urlDecode()', '"a b"'],
    (text) => urlDecode(text as string),
    parses,
  ),
  declare(
    [
      'parseUrl(text: text): object',
      'Divides an address into `protocol`, `host`, `port`, `path`, `query` and `hash`.',
      '"https://example.com/a?b=1".parseUrl()',
      '{"protocol":"https","host":"example.com","port":"","path":"/a","query":{"b":"1"},"hash":""}',
    ],
    (text) => parseUrl(text as string),
    { call: 30, character: 0.15 },
  ),
  declare(
    [
      'buildQuery(values: object): text',
      'Writes an object as a query; a list gives a parameter for each entry, null none.',
      '{"q": "a b", "id": [1, 2]}.buildQuery()',
      '"q=a+b&id=1&id=2"',
    ],
    (values) => buildQuery(values as object),
    { value: 5, character: 0.2 },
  ),
  declare(
    [
      'htmlSelect(html: text, selector: text, attribute?: text): text or null',
      'Returns the text, or an attribute, of the first element that a CSS selector finds; null if it finds none.',
      `${page}.htmlSelect("a", "href")`,
      '"/x"',
    ],
    (html, selector, attribute) => selected(html, selector, attribute)[0] ?? null,
  ),
  declare(
    [
      'htmlSelectAll(html: text, selector: text, attribute?: text): list',
      'Returns the texts, or an attribute, of all elements that a CSS selector finds.',
      `${page}.htmlSelectAll("p, a")`,
      '["One","Two"]',
    ],
    selected,
  ),
  declare(
    [
      'formatNumber(number: number, decimals?: number, locale?: text): text',
      'Writes a number with the separators of a language, English by default.',
      'formatNumber(1234.5, 2, "de-DE")',
      '"1.234,50"',
    ],
    (number, decimals, locale) => formatNumber(number as number, decimals, locale),
    ofLanguage,
  ),
  declare(
    [
      'formatCurrency(number: number, currency: text, locale?: text): text',
      'Writes an amount of money in a language, English by default.',
      'formatCurrency(1234.5, "USD")',
      '"$1,234.50"',
    ],
    (number, currency, locale) => formatCurrency(number as number, currency as string, locale),
    ofLanguage,
  ),
  declare(
    [
      'round(number: number, decimals?: number): number',
      'Rounds a number to so many decimals, 0 by default.',
      'round(1.005, 2)',
      '1.01',
    ],
    (number, decimals = 0) => round(number as number, decimals),
    { call: 10 },
  ),
  declare(['floor(number: number): number', 'Rounds a number down.', 'floor(-1.5)', '-2'], (number) =>
    Math.floor(number as number),
  ),
  declare(['ceil(number: number): number', 'Rounds a number up.', 'ceil(1.2)', '2'], (number) =>
    Math.ceil(number as number),
  ),
  declare(['abs(number: number): number', 'Returns a number without its sign.', 'abs(-2)', '2'], (number) =>
    Math.abs(number as number),
  ),
];
