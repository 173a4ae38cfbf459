import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { start, told } from './told.js';

describe('SUBFLOW_MISSING', () => {
  const calls = (flowId: unknown) => graphOf([start, node('c', 'call', { flowId })], 't>c');

  test('finds a flow that the workspace lacks, once', () => {
    expect(told(calls('b'), { records: { flow: ['a'] } })).toEqual(['SUBFLOW_MISSING c flowId']);
    expect(told(calls('A '), { records: { flow: ['a'] } })).toEqual([]);
  });

  test('leaves aside what nobody can know: an expression, an empty field, a kind that was not looked up', () => {
    for (const flowId of ['{{ triggerData.flow }}', '', 5, undefined]) {
      expect(told(calls(flowId), { records: { flow: [] } })).toEqual([]);
    }
    expect(told(calls('b'))).toEqual([]);
  });
});
