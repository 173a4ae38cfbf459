import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, reading, start } from './issue-messages.js';

describe('EXPR_SYNTAX', () => {
  test('finds expressions that cannot be parsed', () => {
    expect(issueMessages(reading('{{ 1 + }}'))).toEqual(['EXPR_SYNTAX b deep[0].text']);
  });

  test('parses bare CEL and ignores code', () => {
    const code = (expression: string) => graphOf([start, node('c', 'code', { expression, source: 'x = {{' })], 't>c');
    expect(issueMessages(code('triggerData.items.map(i, i.x)'))).toEqual([]);
    expect(issueMessages(code('[1'))).toEqual(['EXPR_SYNTAX c expression']);
    expect(issueMessages(code('steps.nope'))).toEqual(['EXPR_REF_UNKNOWN c expression']);
  });

  test('bounds the expressions of a node, and of a flow, whose other fields are checked up to there', () => {
    const long = (name: string) => `{{ ${name} == "${'x'.repeat(4_900)}" }}`;
    const texts = (names: string[]) => ({ list: names.map((name) => long(`triggerData.${name}`)) });
    const names = ['a', 'b', 'c', 'd'];
    const nodes = [
      node('n', 'task', { ...texts([...names, 'e']), last: '{{ 1 + }}' }),
      node('m', 'task', texts(names)),
    ];
    expect(issueMessages(graphOf([start, ...nodes], 't>n n>m'))).toEqual(['EXPR_SYNTAX n list[4]']);
    const many = Array.from({ length: 14 }, (_, at) => node(`n${at}`, 'task', texts(names)));
    const edges = many.map(({ id }, at) => `${many[at - 1]?.id ?? 't'}>${id}`);
    expect(issueMessages(graphOf([start, ...many], edges.join(' ')))).toEqual(['EXPR_SYNTAX n13 list[1]']);
  });
});
