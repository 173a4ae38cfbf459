import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('NODE_LIMIT', () => {
  test('finds a flow that is too large, and no other rule is checked', () => {
    const many = Array.from({ length: 501 }, (_, index) => node(`n${index}`));
    expect(issueMessages(graphOf(many))).toEqual(['NODE_LIMIT']);
    expect(issueMessages(graphOf([start, node('a', 'task', { text: 'x'.repeat(2 * 1024 * 1024) })], 't>a'))).toEqual([
      'NODE_LIMIT',
    ]);
  });
});
