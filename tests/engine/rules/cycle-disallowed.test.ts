import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('CYCLE_DISALLOWED', () => {
  test('finds a cycle', () => {
    const graph = graphOf([start, node('a'), node('b')], 't>a a>b b>a');
    expect(issueMessages(graph)).toEqual(['CYCLE_DISALLOWED a']);
  });

  test('finds a cycle of one node', () => {
    const graph = graphOf([start, node('a')], 't>a a>a');
    expect(issueMessages(graph)).toEqual(['CYCLE_DISALLOWED a']);
  });

  test('finds a cycle through a loop that returns to in', () => {
    const graph = graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a a>l.in');
    expect(issueMessages(graph)).toEqual(['CYCLE_DISALLOWED l', 'LOOP_NO_BACK_EDGE l']);
  });
});
