import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FlowInput, type Graph, type Issue, validateFlow } from '../../../src/engine/index.js';
import { catalogue, graphOf, node } from '../catalogue.js';

const start = node('t', 'trigger.manual');

function check(graph: Graph, more: Partial<FlowInput> = {}): Issue[] {
  return validateFlow({ graph, catalogue, ...more }).issues;
}

/** Issues in short: rule, then node, edge or field. */
function told(graph: Graph, more: Partial<FlowInput> = {}): string[] {
  return check(graph, more).map(({ ruleId, nodeId, edgeId, field }) =>
    [ruleId, nodeId, edgeId, field].filter(Boolean).join(' '),
  );
}

describe('a sound flow', () => {
  test('has no issues', () => {
    const nodes = [
      start,
      node('i', 'if'),
      node('m', 'mail', { to: '{{triggerData.email}}' }),
      node('l', 'loop'),
      node('b', 'task', { text: '{{ steps.l.item }} {{ steps.i.result }} {{ loop.item.name }}' }),
      node('e', 'task', { text: '{{ steps.l.items }}' }),
    ];
    const edges = 't>i i.true>m i.false>l l.item>b b>l.next l.done>e m.sent>e m.failed>e';
    expect(validateFlow({ graph: graphOf(nodes, edges), catalogue })).toEqual({ valid: true, issues: [] });
  });

  test('may be a trigger alone', () => {
    expect(validateFlow({ graph: graphOf([start]), catalogue })).toEqual({ valid: true, issues: [] });
  });

  test('is valid with warnings and hints', () => {
    const graph = graphOf([start, node('a', 'task', { disabled: true })], 't>a');
    expect(validateFlow({ graph, catalogue })).toMatchObject({
      valid: true,
      issues: [{ ruleId: 'NODE_DISABLED', severity: 'info', blocks: null, nodeId: 'a' }],
    });
  });
});

describe('rules that keep a flow from being stored', () => {
  test.each<[string, Graph, string[]]>([
    ['two nodes with one id', graphOf([start, node('a'), node('a')], 't>a'), ['NODE_ID_DUPLICATE a']],
    ['two edges with one id', graphOf([start, node('a')], 't>a t>a'), ['EDGE_ID_DUPLICATE t>a']],
    ['an unknown type', graphOf([start, node('a', 'nope')], 't>a'), ['NODE_TYPE_UNKNOWN a']],
    ['an edge from nowhere', graphOf([start], 'x>t'), ['EDGE_SOURCE_UNKNOWN x>t', 'TRIGGER_HAS_INPUT t x>t']],
    ['an edge to nowhere', graphOf([start], 't>x'), ['EDGE_TARGET_UNKNOWN t>x']],
    [
      'an unknown source handle',
      graphOf([start, node('a')], 't.x>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN t t.x>a', 'NODE_UNREACHABLE a'],
    ],
    [
      'a handle of a node that has none',
      graphOf([start, node('s', 'stop'), node('a')], 't>s t>a s>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN s s>a'],
    ],
    [
      'an unknown target handle',
      graphOf([start, node('a')], 't>a.next'),
      ['EDGE_TARGET_HANDLE_UNKNOWN a t>a.next', 'NODE_UNREACHABLE a'],
    ],
    [
      'an error handle that the type lacks',
      graphOf([start, node('a')], 't>a a.error>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN a a.error>a'],
    ],
  ])('find %s', (_what, graph, expected) => {
    expect(told(graph)).toEqual(expected);
    const issue = check(graph)[0];
    expect(issue).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test('know the handles that a node has by its data', () => {
    const withCases = node('s', 'switch', { cases: [{ id: 'a' }] });
    expect(told(graphOf([start, withCases, node('x')], 't>s s.case:a>x s.default>x'))).toEqual([]);
    expect(told(graphOf([start, withCases, node('x')], 't>s s.case:b>x s.default>x'))).toContain(
      'EDGE_SOURCE_HANDLE_UNKNOWN s s.case:b>x',
    );
  });

  test('find a flow that is too large and look no further', () => {
    const many = Array.from({ length: 501 }, (_, index) => node(`n${index}`));
    expect(told(graphOf(many))).toEqual(['NODE_LIMIT']);
    expect(told(graphOf([start, node('a', 'task', { text: 'x'.repeat(2 * 1024 * 1024) })], 't>a'))).toEqual([
      'NODE_LIMIT',
    ]);
  });
});

describe('rules of the trigger', () => {
  test.each<[string, Graph, Partial<FlowInput>, string[]]>([
    ['no nodes at all', graphOf([]), {}, ['FLOW_EMPTY']],
    ['no trigger', graphOf([node('a'), node('b')], 'a>b'), {}, ['TRIGGER_MISSING']],
    ['two triggers', graphOf([start, node('u', 'trigger.manual')]), {}, ['TRIGGER_MULTIPLE u']],
    ['an edge into the trigger', graphOf([start, node('a')], 't>a a>t'), {}, ['TRIGGER_HAS_INPUT t a>t']],
    [
      'another type in the settings',
      graphOf([start]),
      { settings: { triggerType: 'webhook' } },
      ['TRIGGER_TYPE_MISMATCH t settings.triggerType'],
    ],
    ['the same type in the settings', graphOf([start]), { settings: { triggerType: 'manual' } }, []],
    [
      'a bad configuration',
      graphOf([node('t', 'trigger.schedule', { cron: 'hourly' })]),
      {},
      ['TRIGGER_CONFIG_INVALID t cron'],
    ],
    ['a missing configuration', graphOf([node('t', 'trigger.schedule')]), {}, ['TRIGGER_CONFIG_INVALID t cron']],
  ])('find %s', (_what, graph, more, expected) => {
    expect(told(graph, more)).toEqual(expected);
  });
});

describe('rules of the structure', () => {
  test.each<[string, Graph, string[]]>([
    ['an orphan, and call it nothing else', graphOf([start, node('a')]), ['NODE_ORPHAN a']],
    [
      'nodes without a path from the trigger',
      graphOf([start, node('a'), node('b')], 'a>b'),
      ['NODE_UNREACHABLE a', 'NODE_UNREACHABLE b'],
    ],
    ['a circle', graphOf([start, node('a'), node('b')], 't>a a>b b>a'), ['CYCLE_DISALLOWED a']],
    ['a circle of one', graphOf([start, node('a')], 't>a a>a'), ['CYCLE_DISALLOWED a']],
    [
      'a circle through a loop that returns to in',
      graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a a>l.in'),
      ['CYCLE_DISALLOWED l', 'LOOP_NO_BACK_EDGE l'],
    ],
    [
      'an item branch that does not return',
      graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a'),
      ['LOOP_NO_BACK_EDGE l'],
    ],
    [
      'an edge out of a loop',
      graphOf([start, node('l', 'loop'), node('a'), node('b')], 't>l l.item>a a>l.next a>b l.done>b'),
      ['LOOP_BOUNDARY a a>b'],
    ],
    [
      'an edge into next from outside',
      graphOf([start, node('l', 'loop'), node('a')], 't>a a>l.next a>l.in l.item>l.next'),
      ['LOOP_BOUNDARY l a>l.next'],
    ],
    [
      'an edge out of an inner loop',
      graphOf(
        [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b')],
        't>l l.item>k k.item>a a>k.next k.done>b b>l.next a>l.next',
      ),
      ['LOOP_BOUNDARY l a>l.next'],
    ],
    ['two edges that do the same', graphOf([start, node('a')], 't>a t.out>a.in'), ['EDGE_DUPLICATE t.out>a.in']],
    ['an open branch', graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a'), ['BRANCH_UNWIRED i']],
    [
      'one label twice',
      graphOf([start, node('a', 'task', { label: 'Send' }), node('b', 'task', { label: 'Send ' })], 't>a t>b'),
      ['NODE_NAME_DUPLICATE b label'],
    ],
  ])('find %s', (_what, graph, expected) => {
    expect(told(graph)).toEqual(expected);
  });

  test('allow nested loops that return', () => {
    const nodes = [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b'), node('c')];
    expect(told(graphOf(nodes, 't>l l.item>k k.item>a a>k.next k.done>b b>l.next l.done>c'))).toEqual([]);
  });
});

describe('rules of fields', () => {
  function fields(data: Record<string, unknown>): string[] {
    return told(graphOf([start, node('m', 'mail', data)], 't>m'));
  }

  test.each<[string, Record<string, unknown>, string[]]>([
    ['left out', {}, ['FIELD_REQUIRED m to']],
    ['empty', { to: '' }, ['FIELD_REQUIRED m to']],
    ['of the wrong type', { to: 'a', copies: 'many' }, ['FIELD_INVALID m copies']],
    ['of the wrong value', { to: 'a', mode: 'pdf' }, ['FIELD_INVALID m mode']],
    [
      'wrong deep inside',
      {
        to: 'a',
        headers: [
          { name: 'x', value: 'too long' },
          { name: '', value: 1 },
        ],
      },
      ['FIELD_REQUIRED m headers[1].name', 'FIELD_INVALID m headers[0].value'],
    ],
    [
      'in the place of a policy',
      { to: 'a', retry: { attempts: 11 }, timeout: -1, onError: 'ignore', disabled: 'yes', label: 5 },
      [
        'FIELD_INVALID m label',
        'FIELD_INVALID m disabled',
        'FIELD_INVALID m onError',
        'FIELD_INVALID m timeout',
        'FIELD_INVALID m retry.attempts',
      ],
    ],
    ['branching where there is no error handle', { to: 'a', onError: 'branch' }, ['FIELD_INVALID m onError']],
  ])('find one %s', (_what, data, expected) => {
    expect(fields(data)).toEqual(expected);
  });

  test('take a text with an expression for any type', () => {
    const text = '{{ triggerData.x }}';
    const all = {
      to: text,
      copies: text,
      urgent: text,
      mode: text,
      tags: text,
      headers: [{ name: text, value: `long enough ${text}` }],
      one: { kind: 'a', size: text },
    };
    expect(fields(all)).toEqual([]);
    expect(fields({ ...all, headers: text, one: text, tags: ['{{ flow.id }}'] })).toEqual([]);
    expect(fields({ ...all, tags: ['x'] })).toEqual(['FIELD_INVALID m tags[0]']);
  });

  test('find two cases with one id', () => {
    const cases = [{ id: 'a' }, { id: 'b' }, { id: 'a' }];
    expect(told(graphOf([start, node('s', 'switch', { cases })], 't>s'))).toEqual(['CASE_DUPLICATE s cases[2].id']);
  });
});

describe('rules of expressions', () => {
  const nodes = (text: string) => [
    start,
    node('a'),
    node('b', 'task', { deep: [{ text }] }),
    node('c'),
    node('node-1'),
  ];
  const edges = 't>a a>b b>c t>node-1';

  test.each<[string, string, string[]]>([
    ['that cannot be read', '{{ 1 + }}', ['EXPR_SYNTAX b deep[0].text']],
    ['that read a step that is none', '{{ steps.x.body }}', ['EXPR_REF_UNKNOWN b deep[0].text']],
    ['that begin with an unknown name', '{{ contact.name }}', ['EXPR_REF_UNKNOWN b deep[0].text']],
    ['that read a later step', '{{ steps.c }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read themselves', '{{ steps.b }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read a step of another branch', '{{ steps["node-1"].x + 1 }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read an earlier step', '{{ steps.a.x + steps.t.y }}', []],
    ['that read an undefined variable', '{{ variables.x }}', ['VARIABLE_UNDEFINED b deep[0].text']],
  ])('find such %s', (_what, text, expected) => {
    expect(told(graphOf(nodes(text), edges))).toEqual(expected);
  });

  test('know that the hyphen in an id is no minus', () => {
    const [issue] = check(graphOf(nodes('{{ steps.node-1.body }}'), edges));
    expect(issue).toMatchObject({ ruleId: 'EXPR_REF_UNKNOWN' });
    expect(issue?.message).toContain('steps["node-1"]');
  });

  test('let a loop be read in its body and its body not after it', () => {
    const graph = (afterwards: string) =>
      graphOf(
        [
          start,
          node('l', 'loop'),
          node('a', 'task', { x: '{{ steps.l.item }}' }),
          node('b', 'task', { x: afterwards }),
        ],
        't>l l.item>a a>l.next l.done>b',
      );
    expect(told(graph('{{ steps.l.items }}'))).toEqual([]);
    expect(told(graph('{{ steps.a }}'))).toEqual(['EXPR_REF_NOT_UPSTREAM b x']);
  });

  test('read bare CEL and leave code alone', () => {
    const code = (expression: string) => graphOf([start, node('c', 'code', { expression, source: 'x = {{' })], 't>c');
    expect(told(code('triggerData.items.map(i, i.x)'))).toEqual([]);
    expect(told(code('[1'))).toEqual(['EXPR_SYNTAX c expression']);
    expect(told(code('steps.nope'))).toEqual(['EXPR_REF_UNKNOWN c expression']);
  });

  test('know the variables of the flow and those that steps set', () => {
    const set = (name: string) => node('s', 'set', { assignments: [{ name, value: 1 }] });
    const read = node('r', 'task', { text: '{{ variables.x }}' });
    expect(told(graphOf([start, set('x'), read], 't>s s>r'))).toEqual([]);
    expect(told(graphOf([start, set('{{ flow.id }}'), read], 't>s s>r'))).toEqual([]);
    expect(told(graphOf([start, set('y'), read], 't>s s>r'))).toEqual(['VARIABLE_UNDEFINED r text']);
    expect(told(graphOf([start, read], 't>r'), { variables: [{ name: 'x' }, { name: 'z' }] })).toEqual([
      'VARIABLE_UNUSED variables.z',
    ]);
  });
});

describe('issues', () => {
  test('name the node by its label, the field, and the cure', () => {
    const graph = graphOf([start, node('m', 'mail', { label: 'Welcome mail' })], 't>m');
    expect(check(graph)).toEqual([
      {
        ruleId: 'FIELD_REQUIRED',
        severity: 'error',
        blocks: 'activation',
        nodeId: 'm',
        field: 'to',
        message: '"Welcome mail", field to: Fill it in.',
      },
    ]);
  });

  test('are all told, not only the first', () => {
    const rules = told(graphOf([node('a', 'mail'), node('b', 'nope')], 'a>x'));
    expect(rules).toEqual([
      'NODE_TYPE_UNKNOWN b',
      'EDGE_TARGET_UNKNOWN a>x',
      'TRIGGER_MISSING',
      'NODE_ORPHAN b',
      'FIELD_REQUIRED a to',
    ]);
  });
});

describe('any graph at all', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '');
  const types = fc.oneof(fc.constantFrom(...catalogue.keys()), fc.constantFrom('nope', '__proto__'));
  const handles = fc.constantFrom(undefined, null, 'in', 'next', 'out', 'item', 'done', 'true', 'error', 'zz');
  const texts = fc.oneof(
    fc.constantFrom('{{ steps.a }}', '{{ steps["constructor"].x + 1 }}', '{{', '{{ variables.a }}', ''),
    fc.string(),
  );
  const data = fc.oneof(
    fc.dictionary(
      fc.constantFrom('to', 'cases', 'assignments', 'label', 'retry', 'onError', 'expression', 'headers'),
      fc.oneof(texts, fc.jsonValue()),
      { maxKeys: 4 },
    ),
    fc.jsonValue(),
    fc.constant(undefined),
  );
  const nodes = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.record({ id: ids, type: types, data }) }, fc.constantFrom(null, 5, {})),
    { maxLength: 8 },
  );
  const edges = fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({ id: ids, source: ids, target: ids, sourceHandle: handles, targetHandle: handles }),
      },
      fc.constantFrom(null, {}),
    ),
    { maxLength: 14 },
  );

  test('is checked without a crash, with a message for each issue', () => {
    fc.assert(
      fc.property(fc.record({ nodes, edges }), (graph) => {
        const { valid, issues } = validateFlow({ graph: graph as unknown as Graph, catalogue });
        for (const { message } of issues) expect(message.length).toBeGreaterThan(10);
        expect(valid).toBe(issues.every(({ severity }) => severity !== 'error'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a flow of 500 nodes', () => {
  function large(): Graph {
    const nodes = [
      start,
      ...Array.from({ length: 499 }, (_, index) =>
        node(`n${index}`, index % 3 === 0 ? 'mail' : 'task', {
          label: `Step ${index}`,
          to: `{{ triggerData.to }} and {{ steps.n${Math.max(0, index - 7)}.x }}`,
          sum: `{{ triggerData.items.map(i, i.price * ${index}) }}`,
          retry: { attempts: 3 },
        }),
      ),
    ];
    const edges = nodes
      .slice(1)
      .flatMap((_, index) => [
        `${index === 0 ? 't' : `n${index - 1}`}>n${index}`,
        ...(index > 9 ? [`n${index - 9}>n${index}`] : []),
      ]);
    return graphOf(nodes, edges.join(' '));
  }

  test('is checked in less than 20 ms once its expressions are known', () => {
    const graph = large();
    const input = { graph, catalogue };
    for (let warm = 0; warm < 10; warm += 1) validateFlow(input);
    const times = Array.from({ length: 9 }, () => {
      const started = performance.now();
      validateFlow(input);
      return performance.now() - started;
    }).sort((a, b) => a - b);
    // The fastest one: what else this machine does is no matter of the rules.
    expect(times[0]).toBeLessThan(20);
  });
});
