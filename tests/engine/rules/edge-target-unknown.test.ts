import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('EDGE_TARGET_UNKNOWN', () => {
  test('finds an edge to an unknown node', () => {
    const graph = graphOf([start], 't>x');
    expect(issueMessages(graph)).toEqual(['EDGE_TARGET_UNKNOWN t>x']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
