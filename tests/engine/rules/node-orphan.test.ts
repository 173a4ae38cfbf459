import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('NODE_ORPHAN', () => {
  test('finds an unconnected node, and no other rule reports it', () => {
    const graph = graphOf([start, node('a')]);
    expect(issueMessages(graph)).toEqual(['NODE_ORPHAN a']);
  });
});
