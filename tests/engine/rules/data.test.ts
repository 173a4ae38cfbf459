import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, start, told } from './told.js';

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
