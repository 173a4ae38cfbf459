import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('LOOP_BOUNDARY', () => {
  test('finds an edge out of a loop', () => {
    const graph = graphOf([start, node('l', 'loop'), node('a'), node('b')], 't>l l.item>a a>l.next a>b l.done>b');
    expect(issueMessages(graph)).toEqual(['LOOP_BOUNDARY a a>b']);
  });

  test('finds an edge into next from outside', () => {
    const graph = graphOf([start, node('l', 'loop'), node('a')], 't>a a>l.next a>l.in l.item>l.next');
    expect(issueMessages(graph)).toEqual(['LOOP_BOUNDARY l a>l.next']);
  });

  test('finds an edge out of an inner loop', () => {
    const graph = graphOf(
      [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b')],
      't>l l.item>k k.item>a a>k.next k.done>b b>l.next a>l.next',
    );
    expect(issueMessages(graph)).toEqual(['LOOP_BOUNDARY l a>l.next']);
  });

  test('allows nested loops that return', () => {
    const nodes = [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b'), node('c')];
    expect(issueMessages(graphOf(nodes, 't>l l.item>k k.item>a a>k.next k.done>b b>l.next l.done>c'))).toEqual([]);
  });
});
