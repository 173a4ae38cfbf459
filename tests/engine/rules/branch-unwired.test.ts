import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('BRANCH_UNWIRED', () => {
  test('finds an unconnected branch', () => {
    const graph = graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a');
    expect(issueMessages(graph)).toEqual(['BRANCH_UNWIRED i']);
  });
});
