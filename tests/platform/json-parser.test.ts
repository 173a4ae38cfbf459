import { setImmediate as round } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createJsonParser, JsonLimitError, type JsonParser, parsedAtOnce } from '../../src/platform/json/index.js';
import { joinJson } from '../../src/platform/json/join-json.js';
import { splitJson } from '../../src/platform/json/split-json.js';
import { ComputeSlots } from '../../src/platform/slots/compute-slots.js';
import { threadArgv } from '../support/thread-argv.js';

let parser: JsonParser;
beforeAll(() => {
  parser = createJsonParser(threadArgv);
});
afterAll(() => parser.close());

/** The longest text that this thread has parsed. */
let longest = 0;
const { parse } = JSON;
beforeEach(() => {
  longest = 0;
  JSON.parse = (text, ...rest) => {
    longest = Math.max(longest, String(text).length);
    return parse(text, ...rest) as unknown;
  };
});
afterEach(() => {
  JSON.parse = parse;
});

const long = 'long '.repeat(parsedAtOnce / 4);
const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', '"b"', null] }));
const documents: Record<string, unknown> = {
  'a list of rows': rows,
  'an object with a long list': { total: rows.length, page: { rows, next: null }, done: true },
  'an object with many keys': Object.fromEntries(rows.map(({ name, tags }) => [name, tags])),
  'a long text': long,
  'long texts in lists and objects': [{ long, short: 1, [long]: [long, 2] }, long, 3],
  'lists in lists': [[[rows.slice(0, 30_000)], rows.slice(30_000)], []],
  'empty lists': Array.from({ length: 400_000 }, () => []),
  'keys of the prototype': parse(`{"__proto__":{"a":1},"rows":${JSON.stringify(rows)},"constructor":[2]}`),
};

describe('long JSON', () => {
  test.each(Object.keys(documents))('with %s is the same value, and is parsed elsewhere', async (name) => {
    const text = JSON.stringify(documents[name]);
    expect(text.length).toBeGreaterThan(parsedAtOnce);
    const value = await parser.parse(text, 'a');
    expect(JSON.stringify(value) === text).toBe(true);
    expect(longest).toBeLessThan(parsedAtOnce);
  });

  test('with a key of the prototype changes no prototype', async () => {
    const value = await parser.parse(JSON.stringify(documents['keys of the prototype']), 'a');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each([
    ['that is not JSON', `[${long}]`, 'JSON'],
    ['that is nested too deeply', `${'['.repeat(600_000)}${']'.repeat(600_000)}`, 'at most 200 levels'],
    ['of too many values', `[${'[],'.repeat(1_100_000)}0]`, 'at most 1000000 values'],
  ])('%s is a syntax error', async (what, text, message) => {
    const refusal = await parser.parse(text, 'a').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SyntaxError);
    expect(refusal).toEqual(expect.objectContaining({ message: expect.stringContaining(message) }));
    expect(refusal instanceof JsonLimitError).toBe(what !== 'that is not JSON');
  });

  test('of one owner does not hold up that of another, nor anything else', async () => {
    const text = JSON.stringify(rows);
    // Both threads have started: what follows depends on the order only.
    await Promise.all(['a', 'b'].map((owner) => parser.parse(text, owner)));
    const order: string[] = [];
    const first = Array.from({ length: 8 }, () => parser.parse(text, 'a').then(() => order.push('a')));
    const other = parser.parse(text, 'b').then(() => order.push('b'));
    // Rounds of the event loop pass while the first texts are parsed.
    for (let rounds = 0; rounds < 10; rounds++) await round();
    order.push('rounds');
    await Promise.all([...first, other]);
    expect(order[0]).toBe('rounds');
    expect(order.indexOf('b')).toBeLessThan(5);
  });

  test('in progress fails when the parser is closed', async () => {
    const own = createJsonParser(threadArgv);
    const lost = own.parse(JSON.stringify(rows), 'a');
    const failed = expect(lost).rejects.toThrow('did not answer');
    await round();
    await own.close();
    await failed;
  });
});

test('short JSON is parsed at once', async () => {
  expect(await parser.parse('{"a":[1]}', 'a')).toEqual({ a: [1] });
  await expect(parser.parse('{', 'a')).rejects.toThrow(SyntaxError);
});

test('a value that is split and joined is the same', async () => {
  const value = fc.jsonValue({ maxDepth: 6 });
  const padded = fc
    .tuple(value, fc.constantFrom('', 'x'.repeat(200_000)))
    .map(([one, text]) => [one, { text, one }, one]);
  await fc.assert(
    fc.asyncProperty(padded, async (given) => {
      const text = JSON.stringify(given);
      expect(JSON.stringify(await joinJson(splitJson(parse(text)), new ComputeSlots()))).toBe(text);
    }),
  );
});
