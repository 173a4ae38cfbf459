import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('EDGE_SOURCE_UNKNOWN', () => {
  test('finds an edge from an unknown node', () => {
    const graph = graphOf([start], 'x>t');
    expect(issueMessages(graph)).toEqual(['EDGE_SOURCE_UNKNOWN x>t', 'TRIGGER_HAS_INPUT t x>t']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
