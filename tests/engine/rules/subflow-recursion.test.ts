import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('SUBFLOW_RECURSION', () => {
  const calls = (flowId: unknown) => graphOf([start, node('c', 'call', { flowId })], 't>c');

  test.each<[string, string, string[]]>([
    ['itself', 'self', ['SUBFLOW_RECURSION c flowId']],
    ['a flow that calls it', 'a', ['SUBFLOW_RECURSION c flowId']],
    ['a flow from which calls lead back to it', 'b', ['SUBFLOW_RECURSION c flowId']],
    ['a flow that calls others only, even in a circle of their own', 'x', []],
  ])('finds that a flow calls %s', (_what, flowId, expected) => {
    const chain = [
      { caller: 'b', callee: 'a' },
      { caller: 'a', callee: 'self' },
      { caller: 'x', callee: 'y' },
      { caller: 'y', callee: 'x' },
    ];
    const records = { flow: ['self', 'a', 'b', 'x'] };
    expect(issueMessages(calls(flowId), { flowId: 'self', calls: chain, records })).toEqual(expected);
  });
});
