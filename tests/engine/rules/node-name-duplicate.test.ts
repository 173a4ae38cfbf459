import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('NODE_NAME_DUPLICATE', () => {
  test('finds two nodes with the same label', () => {
    const graph = graphOf(
      [start, node('a', 'task', { label: 'Send' }), node('b', 'task', { label: 'Send ' })],
      't>a t>b',
    );
    expect(issueMessages(graph)).toEqual(['NODE_NAME_DUPLICATE b label']);
  });
});
