import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, start, told } from './told.js';

describe('rules of called flows', () => {
  const calls = (flowId: unknown) => graphOf([start, node('c', 'call', { flowId })], 't>c');

  test('find a flow that the workspace lacks, once', () => {
    expect(told(calls('b'), { records: { flow: ['a'] } })).toEqual(['SUBFLOW_MISSING c flowId']);
    expect(told(calls('A '), { records: { flow: ['a'] } })).toEqual([]);
  });

  test('leave aside what nobody can know: an expression, an empty field, a kind that was not looked up', () => {
    for (const flowId of ['{{ triggerData.flow }}', '', 5, undefined]) {
      expect(told(calls(flowId), { records: { flow: [] } })).toEqual([]);
    }
    expect(told(calls('b'))).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['itself', 'self', ['SUBFLOW_RECURSION c flowId']],
    ['a flow that calls it', 'a', ['SUBFLOW_RECURSION c flowId']],
    ['a flow from which calls lead back to it', 'b', ['SUBFLOW_RECURSION c flowId']],
    ['a flow that calls others only, even in a circle of their own', 'x', []],
  ])('find that a flow calls %s', (_what, flowId, expected) => {
    const chain = [
      { caller: 'b', callee: 'a' },
      { caller: 'a', callee: 'self' },
      { caller: 'x', callee: 'y' },
      { caller: 'y', callee: 'x' },
    ];
    const records = { flow: ['self', 'a', 'b', 'x'] };
    expect(told(calls(flowId), { flowId: 'self', calls: chain, records })).toEqual(expected);
  });
});

describe('rules of other records', () => {
  test('find one that the workspace lacks', () => {
    const graph = graphOf([start, node('d', 'deal', { pipelineId: 'p2' })], 't>d');
    expect(told(graph, { records: { pipeline: ['p1'] } })).toEqual(['REFERENCE_MISSING d pipelineId']);
    expect(told(graph, { records: { pipeline: ['p1', 'p2'] } })).toEqual([]);
    expect(check(graph, { records: { pipeline: [] } })[0]?.message).toBe(
      '"d", field pipelineId: the workspace has no pipeline p2. Choose one that there is.',
    );
  });
});

describe('secrets that are written out', () => {
  const key = ['sk', 'live', 'abcdefghij0123456789'].join('_');

  test.each<[string, Record<string, unknown>, string[]]>([
    ['by their form', { text: `use ${key} here` }, ['text']],
    ['by the name of their field', { auth: { type: 'bearer', token: 'abcdefgh' } }, ['auth.token']],
    [
      'in headers',
      { headers: { 'X-Api-Key': 'abcdefgh', Authorization: 'Bearer abcdefgh' } },
      ['headers.X-Api-Key', 'headers.Authorization'],
    ],
    ['beside their name', { assignments: [{ name: 'password', value: 'abcdefgh' }] }, ['assignments[0].value']],
    ['not in expressions', { auth: { token: '{{ boveda.key }}' }, password: 'Bearer {{boveda.x}}' }, []],
    [
      'not in prose, names and numbers',
      { token: 'short', prompt: 'the password is required', maxTokens: 100000000 },
      [],
    ],
    ['not in sentences', { secret: 'never tell anybody' }, []],
  ])('are found %s', (_how, data, fields) => {
    expect(told(graphOf([start, node('m', 'task', data)], 't>m'), { secrets: ['key', 'x'] })).toEqual(
      fields.map((field) => `HARDCODED_SECRET m ${field}`),
    );
  });

  test('are found in variables, and never repeated', () => {
    const graph = graphOf([start, node('m', 'task', { x: '{{ variables.apiKey }}', y: key })], 't>m');
    const issues = check(graph, { variables: [{ name: 'apiKey', value: 'abcdefgh' }] });
    expect(issues.map(({ ruleId, field, severity }) => [ruleId, field, severity])).toEqual([
      ['HARDCODED_SECRET', 'y', 'warning'],
      ['HARDCODED_SECRET', 'variables[0].value', 'warning'],
    ]);
    expect(JSON.stringify(issues)).not.toContain(key);
  });
});

describe('waiting', () => {
  test('without an end is warned of', () => {
    const graph = (data: object) =>
      graphOf([start, node('w', 'wait', { ...data }), node('e')], 't>w w.event>e w.timeout>e');
    expect(told(graph({}))).toEqual(['WAIT_NO_TIMEOUT w timeoutMinutes']);
    expect(told(graph({ timeoutMinutes: 5 }))).toEqual([]);
    expect(told(graph({ timeoutMinutes: '{{ 1 + 1 }}' }))).toEqual([]);
  });
});

describe('an event that a flow brings about', () => {
  const graph = (eventType: string, step: ReturnType<typeof node>, more = {}) =>
    graphOf([node('t', 'trigger.event', { eventType, ...more }), step], `t>${step.id}`);

  test('is warned of where it starts the flow again', () => {
    expect(told(graph('tag.added', node('a', 'tag')))).toEqual(['EVENT_SELF_TRIGGER a']);
    expect(told(graph('tag.added', node('a', 'tag', { mode: 'remove' })))).toEqual([]);
    expect(told(graphOf([start, node('a', 'tag')], 't>a'))).toEqual([]);
  });

  test('of another pipeline does not start it', () => {
    const deal = (pipelineId: string) => node('d', 'deal', { pipelineId });
    expect(told(graph('deal.created', deal('p1'), { pipelineId: 'p1' }))).toEqual(['EVENT_SELF_TRIGGER d']);
    expect(told(graph('deal.created', deal('p2'), { pipelineId: 'p1' }))).toEqual([]);
    expect(told(graph('deal.created', deal('{{triggerData.p}}'), { pipelineId: 'p1' }))).toEqual([
      'EVENT_SELF_TRIGGER d',
    ]);
  });
});
