import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storableJson } from '../../src/platform/database/storable-json.js';
import { writeJson } from '../../src/platform/database/write-json.js';
import { ComputeSlots } from '../../src/platform/slots/compute-slots.js';

const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `name ${id}` }));
const map = Object.fromEntries(rows.map((row) => [row.name, row]));

describe('a value that is written in parts is the same text', () => {
  test.each<[string, unknown]>([
    ['a list', rows],
    ['an object', map],
    ['large values in small ones', { a: 1, rows, b: [map, 2, [rows]], c: {} }],
    ['large values alone', [[rows], [map]]],
    ['values that JSON has not', { rows, a: undefined, list: [undefined, Number.NaN, ...rows], f: () => 1, z: -0 }],
    ['values that say how they are written', [new Date(0), { rows, toJSON: () => 'short' }, ...rows]],
    ['long texts', Array.from({ length: 10 }, (_, at) => `${at}`.repeat(200_000))],
    ['long keys', Object.fromEntries(rows.slice(0, 100).map((row) => [row.name.repeat(10_000), row]))],
    ['texts that Postgres rejects', { 'key\u0000': rows, list: [...rows, '\ud800', 'a\u0000b'], '\udc00': 1 }],
    ['a key that objects have', JSON.parse(`{"__proto__": ${JSON.stringify(rows)}, "a": {"__proto__": 1}}`)],
    ['keys that are numbers', Object.fromEntries(rows.map(({ id }) => [20_000 - id, id]))],
    ['nothing', undefined],
  ])('%s', async (_what, value) => {
    expect(await writeJson(value)).toBe(storableJson(value));
  });

  test('whatever it is', async () => {
    const large = fc.constantFrom<unknown>(rows, map, 'x'.repeat(600_000));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(large, fc.jsonValue()),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        expect(await writeJson(value)).toBe(storableJson(value));
      }),
      { numRuns: 30 },
    );
  });
});

/** Has no time left at each look. */
class BusySlots extends ComputeSlots {
  turns = 0;
  #over = false;

  override isOver(): boolean {
    this.#over = !this.#over;
    return this.#over;
  }

  override async next(): Promise<void> {
    this.turns += 1;
  }
}

test.each<[string, unknown]>([
  ['a list', rows],
  ['an object', map],
  ['the same list many times', { fields: Array(20).fill({ rows }) }],
])('others have turns while %s is written', async (_what, value) => {
  const slots = new BusySlots();
  await writeJson(value, slots);
  expect(slots.turns).toBeGreaterThan(storableJson(value).length / 500_000);
});
