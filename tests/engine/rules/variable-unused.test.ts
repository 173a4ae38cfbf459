import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('VARIABLE_UNUSED', () => {
  test('finds a variable that no expression reads', () => {
    const graph = graphOf([start, node('r', 'task', { text: '{{ variables.x }}' })], 't>r');
    expect(issueMessages(graph, { variables: [{ name: 'x' }] })).toEqual([]);
    expect(issueMessages(graph, { variables: [{ name: 'x' }, { name: 'z' }] })).toEqual([
      'VARIABLE_UNUSED variables.z',
    ]);
  });
});
