import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('NODE_UNREACHABLE', () => {
  test('finds nodes without a path from the trigger', () => {
    const graph = graphOf([start, node('a'), node('b')], 'a>b');
    expect(issueMessages(graph)).toEqual(['NODE_UNREACHABLE a', 'NODE_UNREACHABLE b']);
  });
});
