import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('LOOP_NO_BACK_EDGE', () => {
  test('finds an item branch that does not return', () => {
    const graph = graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a');
    expect(issueMessages(graph)).toEqual(['LOOP_NO_BACK_EDGE l']);
  });
});
