import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('SUBFLOW_MISSING', () => {
  const calls = (flowId: unknown) => graphOf([start, node('c', 'call', { flowId })], 't>c');

  test('finds a flow that does not exist, once', () => {
    expect(issueMessages(calls('b'), { records: { flow: ['a'] } })).toEqual(['SUBFLOW_MISSING c flowId']);
    expect(issueMessages(calls('A '), { records: { flow: ['a'] } })).toEqual([]);
  });

  test('ignores what is not known: an expression, an empty field, a kind that was not loaded', () => {
    for (const flowId of ['{{ triggerData.flow }}', '', 5, undefined]) {
      expect(issueMessages(calls(flowId), { records: { flow: [] } })).toEqual([]);
    }
    expect(issueMessages(calls('b'))).toEqual([]);
  });
});
