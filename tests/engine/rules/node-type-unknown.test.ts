import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('NODE_TYPE_UNKNOWN', () => {
  test('finds an unknown type', () => {
    const graph = graphOf([start, node('a', 'nope')], 't>a');
    expect(issueMessages(graph)).toEqual(['NODE_TYPE_UNKNOWN a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
