import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('EDGE_DUPLICATE', () => {
  test('finds two edges between the same handles', () => {
    const graph = graphOf([start, node('a')], 't>a t.out>a.in');
    expect(issueMessages(graph)).toEqual(['EDGE_DUPLICATE t.out>a.in']);
  });
});
