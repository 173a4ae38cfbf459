import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, reading, start } from './issue-messages.js';

describe('EXPR_REF_NOT_UPSTREAM', () => {
  test.each<[string, string, string[]]>([
    ['that read a later step', '{{ steps.c }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read themselves', '{{ steps.b }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read a step of another branch', '{{ steps["node-1"].x + 1 }}', ['EXPR_REF_NOT_UPSTREAM b deep[0].text']],
    ['that read an earlier step', '{{ steps.a.x + steps.t.y }}', []],
  ])('checks expressions %s', (_what, text, expected) => {
    expect(issueMessages(reading(text))).toEqual(expected);
  });

  test('allows reading a loop in its body, but not its body after it', () => {
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
    expect(issueMessages(graph('{{ steps.l.items }}'))).toEqual([]);
    expect(issueMessages(graph('{{ steps.a }}'))).toEqual(['EXPR_REF_NOT_UPSTREAM b x']);
  });
});
