import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../src/engine/index.js';
import { catalogue } from '../../src/nodes/index.js';
import { nodeOf, refusedFields, runNode } from './run-node.js';

const yes = { left: 2, operator: 'gt', right: 1 };
const no = { left: 'a', operator: 'eq', right: 'b' };
const now = '2026-01-05T09:00:00.000Z';

describe('logic.if', () => {
  test.each([
    ['all', [yes, yes], true],
    ['all', [yes, no], false],
    [undefined, [yes, no], false],
    [null, [yes, yes], true],
    ['any', [no, yes], true],
    ['any', [no, no], false],
    ['all', [{ left: null, operator: 'notExists' }], true],
    ['all', [{ left: '', operator: 'isEmpty' }], true],
    ['all', [{ left: 'b', operator: 'in', right: ['a', 'b'] }], true],
  ])('combined by %s, %j leaves by %s', async (combine, conditions, result) => {
    const { outcome } = await runNode('logic.if', { combine, conditions });
    expect(outcome).toEqual({ kind: 'done', output: { result }, handle: String(result) });
  });

  test.each([
    [{}, ['conditions']],
    [{ conditions: [] }, ['conditions']],
    [{ conditions: [{ operator: 'eq', right: 1 }] }, ['conditions.0.left']],
    [{ conditions: [{ left: 1, operator: 'equals', right: 1 }] }, ['conditions.0.operator']],
    [{ conditions: [{ left: 1, operator: 'eq' }] }, ['conditions.0.right']],
    [{ conditions: [yes], combine: 'none' }, ['combine']],
    [{ conditions: [{ left: 'a', operator: 'matches', right: '(' }] }, ['conditions.0.right']],
    [{ conditions: [{ left: 'a', operator: 'matches', right: '(?=a)' }] }, ['conditions.0.right']],
  ])('rejects %j at %j', (data, refused) => {
    expect(refusedFields('logic.if', data)).toEqual(refused);
  });

  test('fails without a retry where a pattern is too large for the text', async () => {
    const conditions = [{ left: 'a'.repeat(1_000_000), operator: 'matches', right: '(a{50}){19}b' }];
    const { outcome } = await runNode('logic.if', { conditions });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'REGEX_INVALID' }, retryable: false });
  });
});

describe('logic.switch', () => {
  const cases = [
    { id: 'small', equals: 1 },
    { id: 'es', equals: 'es' },
    { id: 'again', equals: 'es' },
  ];

  test.each([
    ['es', 'es'],
    [1, 'small'],
    ['1', 'small'],
    ['xx', null],
    [null, null],
  ])('with the value %j takes the case %j', async (value, id) => {
    const { outcome } = await runNode('logic.switch', { value, cases });
    const handle = id === null ? 'default' : `case:${id}`;
    expect(outcome).toEqual({ kind: 'done', output: { case: id }, handle });
  });

  test.each([
    [{ cases }, ['case:small', 'case:es', 'case:again', 'default']],
    [{ cases: [{ id: 'a' }, { id: 'a' }, { id: 7 }] }, ['case:a', 'case:7', 'default']],
    [{}, ['default']],
    [{ cases: 'no list' }, ['default']],
    [{ cases: [null, 3, {}, { id: '' }, { id: {} }] }, ['default']],
  ])('has for %j the handles %j', (data, handles) => {
    const { sourceHandles } = nodeOf('logic.switch');
    expect(typeof sourceHandles === 'function' && sourceHandles(data)).toEqual(handles);
  });

  test.each([
    [{ cases }, ['value']],
    [{ value: 1, cases: [] }, ['cases']],
    [{ value: 1, cases: [{ equals: 1 }] }, ['cases.0.id']],
    [{ value: 1, cases: [{ id: 'a' }] }, ['cases.0.equals']],
  ])('rejects %j at %j', (data, refused) => {
    expect(refusedFields('logic.switch', data)).toEqual(refused);
  });
});

describe('logic.merge', () => {
  test('outputs what arrived, by node ID', async () => {
    const inputs = { a: { x: 1 }, b: null };
    expect((await runNode('logic.merge', {}, { inputs })).outcome).toEqual({ kind: 'done', output: { inputs } });
  });

  test.each([
    [{}, 'all'],
    [{ mode: 'all' }, 'all'],
    [{ mode: 'any' }, 1],
    [{ mode: 'count', n: 2 }, 2],
    [{ mode: 'odd' }, 'all'],
  ] as const)('with %j joins %s', (data, mode) => {
    expect(nodeOf('logic.merge').joins?.(data)).toBe(mode);
  });
});

test.each([
  [{ mode: 'count' }, ['n']],
  [{ mode: 'count', n: 0 }, ['n']],
  [{ mode: 'any', n: 2 }, ['n']],
  [{ mode: 'count', n: 2 }, []],
])('logic.merge refuses %j at %j', (data, fields) => {
  expect(refusedFields('logic.merge', data)).toEqual(fields);
});

describe('logic.race', () => {
  test('continues with the first arrival, cancels the others, and names the winner', async () => {
    const type = nodeOf('logic.race');
    expect(type.joins?.({})).toBe(1);
    expect(type.cancelsLosers?.({})).toBe(true);
    expect((await runNode('logic.race', {}, { inputs: { a: { x: 1 } } })).outcome).toEqual({
      kind: 'done',
      output: { winner: 'a', output: { x: 1 } },
    });
  });
});

describe('logic.delay', () => {
  test.each([
    [{ minutes: 5 }, '2026-01-05T09:05:00.000Z'],
    [{ minutes: 0.5 }, '2026-01-05T09:00:30.000Z'],
    [{ minutes: '5' }, '2026-01-05T09:05:00.000Z'],
    [{ seconds: 90, minutes: null }, '2026-01-05T09:01:30.000Z'],
    [{ until: '2026-01-05T12:00:00+01:00' }, '2026-01-05T11:00:00.000Z'],
    [{ until: '2026-02-01' }, '2026-02-01T00:00:00.000Z'],
  ])('with %j waits until %s', async (data, until) => {
    const { outcome } = await runNode('logic.delay', data);
    expect(outcome).toEqual({ kind: 'wait', until: new Date(until), output: { resumedAt: until } });
  });

  test('does not wait for a time that has passed', async () => {
    const { outcome } = await runNode('logic.delay', { until: '2020-01-01T00:00:00Z' });
    expect(outcome).toEqual({ kind: 'done', output: { resumedAt: now } });
  });

  test.each([
    [{}, ['minutes']],
    [{ minutes: 1, seconds: 1 }, ['minutes']],
    [{ minutes: 1, until: '2026-02-01' }, ['minutes']],
    [{ minutes: 0 }, ['minutes']],
    [{ minutes: -1 }, ['minutes']],
    [{ minutes: '' }, ['minutes']],
    [{ minutes: ' ' }, ['minutes']],
    [{ minutes: '5 minutes' }, ['minutes']],
    [{ minutes: true }, ['minutes']],
    [{ minutes: Number.POSITIVE_INFINITY }, ['minutes']],
    [{ minutes: 1e12 }, ['minutes']],
    [{ seconds: '1e999' }, ['seconds']],
    [{ until: 'tomorrow' }, ['until']],
    [{ until: '2026-02-01T09:00:00' }, ['until']],
    [{ until: '2026-02-31' }, ['until']],
  ])('rejects %j at %j', (data, refused) => {
    expect(refusedFields('logic.delay', data)).toEqual(refused);
  });
});

describe('logic.stop', () => {
  test.each([
    [{}, { kind: 'stop', status: 'completed' }],
    [
      { status: null, message: null },
      { kind: 'stop', status: 'completed' },
    ],
    [
      { status: 'failed', message: 'No stock' },
      { kind: 'stop', status: 'failed', message: 'No stock' },
    ],
    [{ message: 404 }, { kind: 'stop', status: 'completed', message: '404' }],
  ])('with %j ends the execution as %j', async (data, outcome) => {
    expect((await runNode('logic.stop', data)).outcome).toEqual(outcome);
  });

  test('has no source handle', () => {
    expect(nodeOf('logic.stop').sourceHandles).toEqual([]);
  });
});

describe('logic.loop', () => {
  test.each([
    [{ items: [1, 2, 3] }, { items: [1, 2, 3], concurrency: 1 }],
    [
      { items: [1, 2, 3], concurrency: '2' },
      { items: [1, 2, 3], concurrency: 2 },
    ],
    [
      { items: [1, 2, 3], batchSize: 2 },
      { items: [[1, 2], [3]], concurrency: 1 },
    ],
    [
      { items: [], batchSize: 2 },
      { items: [], concurrency: 1 },
    ],
    [{ while: '{{variables.more}}' }, { items: null, atMost: 1_000 }],
    [
      { while: '{{variables.more}}', maxItems: 5, items: null },
      { items: null, atMost: 5 },
    ],
  ])('with %j begins %j', async (data, begun) => {
    expect((await runNode('logic.loop', data)).outcome).toEqual({ kind: 'loop', ...begun });
  });

  test('counts items before they are put into batches', async () => {
    const { outcome } = await runNode('logic.loop', { items: [1, 2, 3], batchSize: 3, maxItems: 2 });
    const message = 'items must have at most 2 entries, not 3. Raise maxItems, or pass fewer.';
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'LOOP_LIMIT', message } });
  });

  test('does not advise raising maxItems above its maximum', async () => {
    const items = Array.from({ length: 10_001 }, () => 0);
    const { outcome } = await runNode('logic.loop', { items, maxItems: 10_000 });
    const message =
      'items must have at most 10,000 entries, not 10,001. Pass fewer, or split the list over called flows.';
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'LOOP_LIMIT', message } });
  });

  test.each([
    [{}, 'FIELD_REQUIRED', 'items', '"l": items is required, or while.'],
    [{ while: 'true' }, 'FIELD_INVALID', 'while', '"l": while must be an expression, for example {{variables.more}}.'],
    [
      { items: '{{triggerData}}', while: '{{true}}' },
      'FIELD_INVALID',
      undefined,
      '"l": data must have items or while, not both.',
    ],
    [
      { while: '{{true}}', concurrency: 2 },
      'FIELD_INVALID',
      undefined,
      '"l": data must not have concurrency or batchSize with while.',
    ],
    [
      { while: '{{true}}', batchSize: 2 },
      'FIELD_INVALID',
      undefined,
      '"l": data must not have concurrency or batchSize with while.',
    ],
    [{ items: [], concurrency: 51 }, 'FIELD_INVALID', 'concurrency', '"l": concurrency must be at most 50.'],
  ])('with %j is reported as %s', (data, ruleId, field, message) => {
    const { issues } = validateFlow({
      graph: {
        nodes: [
          { id: 't', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
          { id: 'l', type: 'logic.loop', position: { x: 0, y: 0 }, data },
        ],
        edges: [{ id: 'e', source: 't', target: 'l' }],
      },
      catalogue,
    });
    expect(issues.filter((issue) => issue.ruleId.startsWith('FIELD_'))).toMatchObject([
      { ruleId, message, ...(field && { field }) },
    ]);
  });
});
