import { describe, expect, test } from '@jest/globals';
import { metered, WorkMeter } from '../../src/engine/index.js';
import { AppError } from '../../src/platform/errors/errors.js';
import { portsWith, refusedFields, runNode } from './run-node.js';

const orders = [
  { id: 1, total: 250, country: 'ES', at: '2026-01-02' },
  { id: 2, total: 20, country: 'FR', at: '2026-01-01' },
  { id: 3, total: 20, country: 'ES', at: '2026-01-03' },
  { id: 4, country: 'ES' },
];
const ids = (list: unknown) => (list as { id: number }[]).map(({ id }) => id);
const run = async (type: string, data: Record<string, unknown>, triggerData: unknown = {}) =>
  (await runNode(type, data, { triggerData })).outcome;
const outputOf = async (type: string, data: Record<string, unknown>, triggerData: unknown = {}) => {
  const outcome = await run(type, data, triggerData);
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.output as Record<string, unknown>;
};

describe('data.filter', () => {
  const conditions = [{ left: '{{item.total}}', operator: 'gte', right: '{{triggerData.least}}' }];

  test('leaves by kept with both lists if an item meets the conditions', async () => {
    const outcome = await run('data.filter', { items: orders, conditions }, { least: 100 });
    expect(outcome).toEqual({ kind: 'done', handle: 'kept', output: { kept: [orders[0]], rest: orders.slice(1) } });
  });

  test('leaves by none if no item does, and for an empty list', async () => {
    expect(await run('data.filter', { items: orders, conditions }, { least: 999 })).toMatchObject({
      handle: 'rest',
      output: { kept: [], rest: orders },
    });
    expect(await run('data.filter', { items: [], conditions })).toMatchObject({ handle: 'rest' });
  });

  test('combines conditions with any, and reads items that are no objects', async () => {
    const of = (operator: string, right: string) => ({ left: '{{item}}', operator, right });
    const data = { items: ['a', 'b', 'c'], conditions: [of('eq', 'a'), of('eq', 'c')], combine: 'any' };
    expect(await outputOf('data.filter', data)).toEqual({ kept: ['a', 'c'], rest: ['b'] });
  });

  test('fails with the reason where an expression or a pattern does', async () => {
    const withLeft = (left: string, operator = 'eq') => ({
      items: orders,
      conditions: [{ left, operator, right: '(' }],
    });
    expect(await run('data.filter', withLeft('{{item.total * 2}}'))).toMatchObject({
      kind: 'failed',
      error: { code: 'EXPR_NULL', message: expect.stringContaining('item.total is null') },
    });
    const pattern = { items: ['x'], conditions: [{ left: '{{item}}', operator: 'matches', right: '{{"("}}' }] };
    expect(await run('data.filter', pattern)).toMatchObject({ kind: 'failed', error: { code: 'REGEX_INVALID' } });
  });

  test('filters 10,000 items within the work of a step', async () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, total: id }));
    const meter = new WorkMeter();
    const data = { items, conditions: [{ left: '{{item.total + 1}}', operator: 'gt', right: 5_000 }] };
    const { kept } = await metered(meter, () => outputOf('data.filter', data));
    expect(kept).toHaveLength(5_000);
    expect(meter.exhausted).toBe(false);
  });
});

describe('data.sort', () => {
  test.each<[object[], number[]]>([
    [[{ field: 'total' }], [2, 3, 1, 4]],
    [[{ field: 'total', direction: 'desc' }], [1, 2, 3, 4]],
    [
      [{ field: 'total' }, { field: 'at', direction: 'desc' }],
      [3, 2, 1, 4],
    ],
    [[{ value: '{{item.country + string(10 - item.id)}}' }], [4, 3, 1, 2]],
  ])('sorts by %j', async (by, expected) => {
    expect(ids((await outputOf('data.sort', { items: orders, by })).items)).toEqual(expected);
  });

  test('names the entry whose values have several types', async () => {
    const data = { items: [{ a: 1 }, { a: 'x' }], by: [{ field: 'a' }] };
    expect(await run('data.sort', data)).toMatchObject({
      kind: 'failed',
      error: { code: 'FIELD_INVALID', message: expect.stringMatching(/^by\[0\]: sorting compares only numbers/) },
    });
  });
});

describe('data.aggregate', () => {
  const operations = [
    { operation: 'count', name: 'orders' },
    { operation: 'collect', field: 'id', name: 'ids' },
    { operation: 'distinct', field: 'country', name: 'countries' },
    { operation: 'count', field: 'total', name: 'paid' },
    { operation: 'first', field: 'id', name: 'first' },
    { operation: 'last', field: 'total', name: 'last' },
  ];

  test('computes figures of all items', async () => {
    expect(await outputOf('data.aggregate', { items: orders, operations })).toEqual({
      orders: 4,
      ids: [1, 2, 3, 4],
      countries: ['ES', 'FR'],
      paid: 3,
      first: 1,
      last: null,
    });
  });

  test('computes figures of groups, in the order of their first items', async () => {
    const figures = ['sum', 'avg', 'min', 'max'].map((operation) => ({ operation, field: 'total', name: operation }));
    const data = { items: orders.slice(0, 3), groupBy: 'country', operations: figures };
    expect(await outputOf('data.aggregate', data)).toEqual({
      groups: [
        { key: 'ES', sum: 270, avg: 135, min: 20, max: 250 },
        { key: 'FR', sum: 20, avg: 20, min: 20, max: 20 },
      ],
    });
  });

  test('gives 0, null and empty lists for no items', async () => {
    const figures = ['sum', 'avg', 'min', 'first'].map((operation) => ({ operation, field: 'a', name: operation }));
    const data = { items: [], operations: figures };
    expect(await outputOf('data.aggregate', data)).toEqual({ sum: 0, avg: null, min: null, first: null });
  });

  test('names the field that is no number', async () => {
    const data = { items: orders, operations: [{ operation: 'sum', field: 'total', name: 'sum' }] };
    expect(await run('data.aggregate', data)).toMatchObject({
      kind: 'failed',
      error: {
        code: 'FIELD_INVALID',
        message: expect.stringContaining('the field total of the entries must be numbers'),
      },
      retryable: false,
    });
  });
});

describe('data.join', () => {
  const left = [{ id: 1, of: 'a' }, { id: 2, of: 'b' }, { id: 3 }];
  const right = [
    { of: 'a', name: 'Ana' },
    { of: 'a', name: 'Al', id: 9 },
    { of: 'c', name: 'Cy' },
  ];

  test.each<[string, object[]]>([
    [
      'inner',
      [
        { id: 1, of: 'a', name: 'Ana' },
        { id: 1, of: 'a', name: 'Al' },
      ],
    ],
    ['left', [{ id: 1, of: 'a', name: 'Ana' }, { id: 1, of: 'a', name: 'Al' }, left[1] as object, left[2] as object]],
    [
      'outer',
      [
        { id: 1, of: 'a', name: 'Ana' },
        { id: 1, of: 'a', name: 'Al' },
        left[1] as object,
        left[2] as object,
        right[2] as object,
      ],
    ],
  ])('with mode %s keeps what it says', async (mode, expected) => {
    expect(await outputOf('data.join', { left, right, key: 'of', mode })).toEqual({ items: expected });
  });

  test('matches fields of different names', async () => {
    const data = { left: [{ customer: 7 }], right: [{ id: 7, name: 'Ana' }], leftKey: 'customer', rightKey: 'id' };
    expect(await outputOf('data.join', data)).toEqual({ items: [{ customer: 7, id: 7, name: 'Ana' }] });
  });

  test('fails beyond 10,000 results, and for items that are no objects', async () => {
    const many = Array.from({ length: 200 }, () => ({ k: 1 }));
    expect(await run('data.join', { left: many, right: many, key: 'k' })).toMatchObject({
      kind: 'failed',
      error: { code: 'FIELD_INVALID', message: expect.stringContaining('at most 10,000') },
    });
    expect(await run('data.join', { left: [1], right: [], key: 'k' })).toMatchObject({
      kind: 'failed',
      error: { message: 'left[0] must be an object.' },
    });
  });
});

describe('data.dedupe', () => {
  test('keeps the first of items with an equal field, and those without it', async () => {
    const items = [{ e: 'a', n: 1 }, { e: 'a', n: 2 }, { n: 3 }, { n: 4 }];
    expect(await outputOf('data.dedupe', { items, key: 'e' })).toEqual({
      items: [items[0], items[2], items[3]],
      duplicates: [items[1]],
    });
  });

  test('compares whole items without a key, whatever the order of their fields', async () => {
    const items = [{ a: 1, b: 2 }, { b: 2, a: 1 }, 1, '1', null, null];
    expect((await outputOf('data.dedupe', { items })).items).toEqual([{ a: 1, b: 2 }, 1, '1', null]);
  });
});

describe('data.dedupe across executions', () => {
  const seenBy = (known: readonly string[], sent: unknown[] = []) => ({
    ports: portsWith({
      state: {
        seenMany: async (_scope, keys, ttlSeconds) => {
          sent.push({ keys, ttlSeconds });
          return keys.filter((key) => !known.includes(key));
        },
      },
    }),
  });

  test('keeps what is new, each once, and items without the field', async () => {
    const items = [{ e: 'a' }, { e: 'b' }, { e: 'b', n: 2 }, { n: 3 }, { e: 1 }];
    const sent: unknown[] = [];
    const data = { items, key: 'e', acrossRuns: true, ttlSeconds: '60' };
    const { outcome } = await runNode('data.dedupe', data, seenBy(['dedupe:node:"a"'], sent));
    expect(outcome).toMatchObject({
      output: { items: [items[1], items[3], items[4]], duplicates: [items[0], items[2]] },
    });
    expect(sent).toEqual([{ keys: ['dedupe:node:"a"', 'dedupe:node:"b"', 'dedupe:node:1'], ttlSeconds: 60 }]);
  });

  test('remembers a long item by its hash, and always without ttlSeconds', async () => {
    const sent: { keys: string[]; ttlSeconds: number | null }[] = [];
    await runNode('data.dedupe', { items: [{ text: 'x'.repeat(500) }], acrossRuns: true }, seenBy([], sent));
    expect(sent).toEqual([{ keys: [expect.stringMatching(/^dedupe:[0-9a-f]{64}$/)], ttlSeconds: null }]);
  });

  test('fails with the code of what refused it', async () => {
    const seenMany = () => Promise.reject(new AppError('QUOTA_EXCEEDED', 'Too many.'));
    const { outcome } = await runNode(
      'data.dedupe',
      { items: [1], acrossRuns: true },
      { ports: portsWith({ state: { seenMany } }) },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'QUOTA_EXCEEDED' } });
  });

  test.each([
    [{ acrossRuns: 'yes' }, 'acrossRuns'],
    [{ ttlSeconds: 0 }, 'ttlSeconds'],
  ])('rejects %j', (data, field) => {
    expect(refusedFields('data.dedupe', { items: [], ...data })).toEqual([field]);
  });
});

describe('data.batch', () => {
  test('divides a list', async () => {
    expect(await outputOf('data.batch', { items: [1, 2, 3], size: '2' })).toEqual({ items: [[1, 2], [3]] });
    expect(await outputOf('data.batch', { items: [], size: 2 })).toEqual({ items: [] });
  });
});

describe('data.htmlExtract', () => {
  const html = '<h1> Pens  &amp; ink </h1><ul><li><a href="/a">A</a><li><a>B</a></ul>';

  test('reads texts and attributes, the first or all', async () => {
    const selectors = [
      { name: 'title', selector: 'h1' },
      { name: 'links', selector: 'li > a', attribute: 'href', all: true },
      { name: 'names', selector: 'ul a', all: true },
      { name: 'none', selector: 'h2' },
      { name: 'nowhere', selector: 'h2', all: true },
    ];
    expect(await outputOf('data.htmlExtract', { html, selectors })).toEqual({
      title: 'Pens & ink',
      links: ['/a'],
      names: ['A', 'B'],
      none: null,
      nowhere: [],
    });
  });

  test('names the selector that is not valid', async () => {
    const selectors = [{ name: 'a', selector: 'a[' }];
    expect(await run('data.htmlExtract', { html, selectors })).toMatchObject({
      kind: 'failed',
      error: {
        code: 'FIELD_INVALID',
        message: expect.stringContaining('selectors[0].selector: "a[" must be a CSS selector'),
      },
    });
  });
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['data.filter', { items: [] }, ['conditions']],
  ['data.filter', { items: 'x', conditions: [{ left: 1, operator: 'eq' }] }, ['items', 'conditions.0.right']],
  [
    'data.filter',
    { items: Array.from({ length: 10_001 }, () => 1), conditions: [{ left: 1, operator: 'isTrue' }] },
    ['items'],
  ],
  ['data.sort', { items: [], by: [{}] }, ['by.0']],
  ['data.sort', { items: [], by: [{ field: 'a', direction: 'up' }] }, ['by.0.direction']],
  ['data.aggregate', { items: [], operations: [{ operation: 'sum', name: 'x' }] }, ['operations.0.field']],
  ['data.aggregate', { items: [], operations: [{ operation: 'count', name: '__proto__' }] }, ['operations.0.name']],
  ['data.join', { left: [], right: [] }, ['key']],
  ['data.join', { left: [], right: [], leftKey: 'a' }, ['rightKey']],
  ['data.batch', { items: [], size: 0 }, ['size']],
  ['data.htmlExtract', { html: '', selectors: [] }, ['selectors']],
])('%s rejects %j at %j', (type, data, refused) => {
  expect(refusedFields(type, data)).toEqual(refused);
});
