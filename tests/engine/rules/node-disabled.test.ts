import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('NODE_DISABLED', () => {
  test('finds a node that is disabled', () => {
    const graph = (disabled: boolean) => graphOf([start, node('a', 'task', { disabled })], 't>a');
    expect(issueMessages(graph(true))).toEqual(['NODE_DISABLED a disabled']);
    expect(issueMessages(graph(false))).toEqual([]);
  });
});
