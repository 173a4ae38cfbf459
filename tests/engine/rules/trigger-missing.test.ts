import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages } from './issue-messages.js';

describe('TRIGGER_MISSING', () => {
  test('finds a flow without a trigger', () => {
    const graph = graphOf([node('a'), node('b')], 'a>b');
    expect(issueMessages(graph)).toEqual(['TRIGGER_MISSING']);
  });
});
