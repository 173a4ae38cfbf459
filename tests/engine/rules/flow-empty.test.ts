import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { issueMessages } from './issue-messages.js';

describe('FLOW_EMPTY', () => {
  test('finds no nodes at all', () => {
    const graph = graphOf([]);
    expect(issueMessages(graph)).toEqual(['FLOW_EMPTY']);
  });
});
