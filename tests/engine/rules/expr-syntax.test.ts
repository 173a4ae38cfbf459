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
});
