import { describe, expect, test } from '@jest/globals';
import { prices, slow } from '../../../src/engine/expressions/prices.js';
import {
  compileExpression,
  type ExpressionScope,
  metered,
  resolveExpression,
  WorkLimitError,
  WorkMeter,
} from '../../../src/engine/index.js';

/** Counts the units that are charged. */
class CountingMeter extends WorkMeter {
  units = 0;

  override charge(units: number): void {
    this.units += units;
    super.charge(units);
  }
}

/** The units of evaluating an expression, without those of parsing it. */
function unitsOf(expression: string, scope: ExpressionScope): number {
  const meter = new CountingMeter(1e9);
  metered(meter, () => compileExpression(expression));
  meter.units = 0;
  metered(meter, () => resolveExpression(expression, scope));
  return meter.units;
}

/** A list whose entries are counted when they are read. */
function watched<T>(entries: readonly T[]): { list: T[]; reads: () => number } {
  let reads = 0;
  const list = new Proxy([...entries], {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, reads: () => reads };
}

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}` }));

describe('data is read when an expression reaches it', () => {
  test.each([
    ['size(triggerData.rows) + 1', 0],
    ['triggerData.rows[7].id + 1', 1],
    ['triggerData.other + 1', 0],
    ['[triggerData.rows].size()', 0],
    ['triggerData.rows.size() > 0 ? triggerData.rows[0].id + 0 : 0', 1],
    ['{"all": triggerData.rows}.size()', 0],
  ])('%s reads %i entries of a list', (expression, reads) => {
    const { list, reads: readsOf } = watched(rows(1_000));
    resolveExpression(expression, { triggerData: { rows: list, other: 1 } });
    expect(readsOf()).toBe(reads);
  });

  test('only the roots that it names are read', () => {
    const scope: ExpressionScope = {
      triggerData: { a: 1 },
      get steps(): unknown {
        throw new Error('It is read.');
      },
      get loop(): unknown {
        throw new Error('It is read.');
      },
    };
    expect(resolveExpression('triggerData.a + 1', scope).value).toBe(2);
    expect(resolveExpression('[1, 2].map(x, x + 1)', scope).value).toEqual([2, 3]);
  });
});

describe('the price of data', () => {
  test('that is not read is the same, however much there is', () => {
    const price = (expression: string, count: number) =>
      unitsOf(expression, {
        triggerData: { rows: rows(count), n: 1, map: Object.fromEntries(rows(count).map((row) => [row.name, row])) },
      });
    for (const expression of [
      'triggerData.n + 1',
      'triggerData.rows[3].id + 1',
      '"name 3" in triggerData.map',
      'triggerData.map["name " + "3"].id',
    ]) {
      expect(price(expression, 100_000)).toBe(price(expression, 100));
    }
  });

  test.each([
    'triggerData.a == triggerData.b',
    '(triggerData.a + triggerData.b).size()',
    'triggerData.a.map(x, x).size()',
    'triggerData.a.exists(x, x == 5)',
    '-5 in triggerData.a',
    'triggerData.nested == triggerData.nested',
    'triggerData.map == triggerData.map',
    'size(triggerData.map) + 1',
    'triggerData.map.map(key, key).size()',
    '[triggerData.a]',
    '{"a": {"b": triggerData.a}}',
    'triggerData.texts == triggerData.texts',
    'triggerData.texts.join(",").size()',
    'triggerData.text.upperAscii()',
    'triggerData.text + "x"',
    'triggerData.text.replace("a", "b")',
    'triggerData.text.split("")',
  ])('grows with what %s reads', (expression) => {
    const price = (count: number) => {
      const a = rows(count);
      const map = Object.fromEntries(a.map((row) => [row.name, row]));
      const texts = a.map(({ name }) => name);
      return unitsOf(expression, {
        triggerData: { a, b: rows(count), map, texts, nested: [{ a: { b: a } }], text: 'a'.repeat(count) },
      });
    };
    expect(price(8_000)).toBeGreaterThan(1.8 * price(4_000));
    expect(price(8_000)).toBeLessThan(2.2 * price(4_000) + 20);
  });

  test('is paid by each expression that reads it', () => {
    const scope = { triggerData: { rows: rows(20_000) } };
    const meter = new WorkMeter();
    const equality = () => metered(meter, () => resolveExpression('triggerData.rows == [1]', scope));
    equality();
    expect(() => {
      for (let count = 0; count < 20; count++) equality();
    }).toThrow(WorkLimitError);
  });
});

describe('what expressions do costs what the table says', () => {
  const count = 1_000;
  const { view, item, key, step, call, comparison, round, part, appended, character, deepItem, entry } = prices;
  const triggerData = {
    rows: rows(count),
    numbers: rows(count).map(({ id }) => id),
    map: Object.fromEntries(rows(count).map(({ name, id }) => [name, id])),
    text: 'a'.repeat(count),
  };
  const unitsOfEach = (expression: string) => unitsOf(expression, { triggerData }) / count;
  const shortText = 10 * character;

  test.each<[string, number]>([
    ['triggerData.rows.map(row, row.id).size()', item + view + step + round + appended],
    ['triggerData.rows.map(row, row).size()', item + view + round + appended],
    ['triggerData.rows.exists(row, row.id == 99999)', item + view + step + round + comparison + call],
    ['triggerData.numbers.exists(n, n + 1 == 99999)', item + round + 2 * call + comparison],
    ['triggerData.map.map(key, key).size()', item + key + round + appended],
    [
      'triggerData.map.exists(key, triggerData.map[key] == 99999)',
      item + key + view + 2 * step + round + comparison + call,
    ],
    ['99999 in triggerData.numbers', item + deepItem + entry],
  ])('%s for each entry', (expression, expected) => {
    // Each part of a round weighs too. A quantifier calls ! in each.
    expect(unitsOfEach(expression)).toBeGreaterThan(0.98 * expected);
    expect(unitsOfEach(expression)).toBeLessThan(expected + 25 * part + shortText);
  });

  test.each<[string, number]>([
    ['triggerData.text.upperAscii() == ""', slow.upperAscii ?? 0],
    ['triggerData.text.lowerAscii() == ""', slow.lowerAscii ?? 0],
    ['size(triggerData.text) + 1', slow.size ?? 0],
    ['triggerData.text.trim() == ""', slow.trim ?? 0],
  ])('%s for each character', (expression, factor) => {
    expect(unitsOfEach(expression)).toBeGreaterThan(factor * character);
    expect(unitsOfEach(expression)).toBeLessThan((factor + 1) * character + (3 * (call + step)) / count);
  });

  test.each<[string, number]>([
    ['strings.quote(triggerData.text).size()', 0.3 * count],
    ['"%x".format([triggerData.text]).size()', 0.7 * count],
    ['"%X".format([bytes(triggerData.text)]).size()', 0.7 * count],
    ['"%s and %x".format([1, triggerData.text]).size()', 0.7 * count],
    ['int(triggerData.digits)', 0.5 * count],
    ['"%.3f %.100f".format([1.5, 2.5])', 300],
    ['timestamp(0).getHours("America/New_York") + 0', 250],
    ['timestamp(0).getDayOfYear("UTC") + 0', 250],
  ])('%s what it takes the library, which is long', (expression, least) => {
    const digits = `${'0'.repeat(count - 1)}7`;
    expect(unitsOf(expression, { triggerData: { ...triggerData, digits } })).toBeGreaterThan(least);
  });

  test('a number or a text without a fraction little to format', () => {
    expect(unitsOf('"%s of %d".format(["a", 2])', {})).toBeLessThan(20);
    expect(unitsOf('timestamp(0).getHours() + 0', {})).toBeLessThan(60);
  });

  test('a search for each place, and for the length of what is searched', () => {
    const price = (text: string) => unitsOf(`triggerData.text.contains("${text}")`, { triggerData });
    expect(price('bbbbbbbb')).toBeGreaterThan(4 * price('b'));
    expect(price('b'.repeat(80))).toBeLessThan(3 * price('b'.repeat(8)));
  });
});

test.each([
  ['upperAscii', 'aZ é ñ ß ı 😀 \ud800 {[`', 'AZ é ñ ß ı 😀 \ud800 {[`'],
  ['lowerAscii', 'aZ É Ñ İ 😀 \udc00 @[`', 'az É Ñ İ 😀 \udc00 @[`'],
])('%s changes the 26 letters and nothing else', (name, text, changed) => {
  expect(resolveExpression(`triggerData.text.${name}()`, { triggerData: { text } }).value).toBe(changed);
});
