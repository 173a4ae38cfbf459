import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('EDGE_ID_DUPLICATE', () => {
  test('finds two edges with the same ID', () => {
    const graph = graphOf([start, node('a')], 't>a t>a');
    expect(issueMessages(graph)).toEqual(['EDGE_ID_DUPLICATE t>a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
