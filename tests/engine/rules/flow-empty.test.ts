import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { issueMessages } from './issue-messages.js';

describe('FLOW_EMPTY', () => {
  test('finds a flow without nodes', () => {
    const graph = graphOf([]);
    expect(issueMessages(graph)).toEqual(['FLOW_EMPTY']);
  });
});
