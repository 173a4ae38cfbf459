import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../src/engine/index.js';
import { catalogue, isStateKey } from '../../src/nodes/index.js';
import { AppError } from '../../src/platform/errors/errors.js';
import { portsWith, refusedFields, runNode } from './run-node.js';

describe('state nodes', () => {
  test.each([
    ['state.get', { key: ' a ' }, []],
    ['state.get', { key: '' }, ['key']],
    ['state.get', { key: 5 }, []],
    ['state.set', { key: 'a'.repeat(201), value: 1 }, ['key']],
    ['state.set', { key: 'a', value: 1, scope: 'all' }, ['scope']],
    ['state.set', { key: 'a', value: 1, ttlSeconds: 0 }, ['ttlSeconds']],
    ['state.increment', { key: 'a\nb', by: '2' }, ['key']],
    ['state.increment', { key: 'a', by: 'two' }, ['by']],
    ['state.seen', { key: '..', ttlSeconds: 5 }, ['key']],
    ['state.seen', { key: 'a' }, ['ttlSeconds']],
  ])('%s rejects %j at %j', (type, data, refused) => {
    expect(refusedFields(type, data)).toEqual(refused);
  });

  test('a key is one line of any characters, without blanks at its ends', () => {
    expect(['a', 'order:17', '<a@b>', 'a b', 'ñ', '…'].filter((key) => !isStateKey(key))).toEqual([]);
    expect(['', ' a', '.', '..', 'a\u2028b', '\ud800'].filter(isStateKey)).toEqual([]);
  });

  test('state.set hands on whether the expected value is null or left out', async () => {
    const sent: unknown[] = [];
    const set = async (_scope: string, _key: string, change: object) => {
      sent.push(change);
      return { done: true, value: 1, version: 1 };
    };
    await runNode('state.set', { key: 'a', value: 1, expected: null }, { ports: portsWith({ state: { set } }) });
    await runNode('state.set', { key: 'a', value: 1 }, { ports: portsWith({ state: { set } }) });
    expect(sent).toEqual([
      { value: 1, expected: null },
      { value: 1, expected: undefined },
    ]);
  });

  test('state.set leaves by conflict with the current value', async () => {
    const set = async () => ({ done: false, value: 5, version: 3 });
    const { outcome } = await runNode(
      'state.set',
      { key: 'a', value: 1, expected: 4 },
      { ports: portsWith({ state: { set } }) },
    );
    expect(outcome).toEqual({ kind: 'done', output: { value: 5, version: 3 }, handle: 'conflict' });
  });

  test('fail with the code of what refused them', async () => {
    const increment = () => Promise.reject(new AppError('CONFLICT', 'The step has ended.'));
    const { outcome } = await runNode('state.increment', { key: 'a' }, { ports: portsWith({ state: { increment } }) });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'CONFLICT' }, retryable: false });
  });
});

test.each([
  ['logic.if', '{{state.count}}', null],
  ['logic.if', '{{state["order:1"].total}}', null],
  ['logic.if', '{{state[triggerData.id]}}', 'without naming a key'],
  ['logic.if', '{{size(state)}}', 'without naming a key'],
  ['state.set', '{{boveda.key}}', 'SECRET'],
])('%s with %s is reported with %s', (type, text, problem) => {
  const data = type === 'logic.if' ? { conditions: [{ left: text, operator: 'exists' }] } : { key: 'a', value: text };
  const nodes = [
    { id: 't', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
    { id: 'n', type, position: { x: 0, y: 0 }, data },
  ];
  const graph = { nodes, edges: [{ id: 'e', source: 't', target: 'n' }] };
  const { issues } = validateFlow({ graph, catalogue, secrets: ['key'] });
  const found = issues.filter(({ ruleId }) => ['EXPR_REF_UNKNOWN', 'SECRET_SINK'].includes(ruleId));
  const all = found.map(({ ruleId, message }) => `${ruleId} ${message}`).join();
  if (problem === null) expect(all).toBe('');
  else expect(all).toContain(problem);
});
