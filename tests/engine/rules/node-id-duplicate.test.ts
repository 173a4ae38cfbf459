import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('NODE_ID_DUPLICATE', () => {
  test('finds two nodes with the same ID', () => {
    const graph = graphOf([start, node('a'), node('a')], 't>a');
    expect(issueMessages(graph)).toEqual(['NODE_ID_DUPLICATE a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
