import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('EDGE_TARGET_HANDLE_UNKNOWN', () => {
  test('finds an unknown target handle', () => {
    const graph = graphOf([start, node('a')], 't>a.next');
    expect(issueMessages(graph)).toEqual(['EDGE_TARGET_HANDLE_UNKNOWN a t>a.next', 'NODE_UNREACHABLE a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
