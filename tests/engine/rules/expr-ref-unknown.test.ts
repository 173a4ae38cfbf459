import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, reading, start } from './issue-messages.js';

describe('EXPR_REF_UNKNOWN', () => {
  test.each<[string, string, string[]]>([
    ['that read a step that is none', '{{ steps.x.body }}', ['EXPR_REF_UNKNOWN b deep[0].text']],
    ['that begin with an unknown name', '{{ contact.name }}', ['EXPR_REF_UNKNOWN b deep[0].text']],
  ])('checks expressions %s', (_what, text, expected) => {
    expect(issueMessages(reading(text))).toEqual(expected);
  });

  test('accepts item only in fields that are evaluated for each item', () => {
    const text = '{{ item.price }}';
    const nodes = [start, node('b', 'each', { by: [{ value: text }], other: text })];
    const [issue, ...more] = check(graphOf(nodes, 't>b')).filter(({ ruleId }) => ruleId === 'EXPR_REF_UNKNOWN');
    expect(more).toEqual([]);
    expect(issue).toMatchObject({ field: 'other', message: expect.stringContaining('In a loop, read loop.item') });
  });

  test('explains that a hyphen in an ID is not a minus', () => {
    const [issue] = check(reading('{{ steps.node-1.body }}'));
    expect(issue).toMatchObject({ ruleId: 'EXPR_REF_UNKNOWN' });
    expect(issue?.message).toContain('steps["node-1"]');
  });
});
