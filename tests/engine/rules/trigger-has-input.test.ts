import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('TRIGGER_HAS_INPUT', () => {
  test('finds an edge into the trigger', () => {
    const graph = graphOf([start, node('a')], 't>a a>t');
    expect(issueMessages(graph)).toEqual(['TRIGGER_HAS_INPUT t a>t']);
  });
});
