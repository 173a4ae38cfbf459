import { describe, expect, test } from '@jest/globals';
import { compilePlan, nodesFrom, sharedNodes } from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';

const start = node('t', 'trigger.manual');

function plan(nodes: ReturnType<typeof node>[], edges: string) {
  return compilePlan(graphOf([start, ...nodes], edges), catalogue);
}

describe('the nodes from a node on', () => {
  test('are the node and all nodes to which a path leads, through merges and into loops', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => node(id));
    const looped = plan(
      [...nodes, node('each', 'loop'), node('body')],
      't>a t>b a>c b>c c>each each.item>body body>each.next each.done>d',
    );
    const from = (id: string) => [...nodesFrom(looped, id)].sort();
    expect(from('a')).toEqual(['a', 'body', 'c', 'd', 'each']);
    expect(from('each')).toEqual(['body', 'd', 'each']);
    expect(from('d')).toEqual(['d']);
  });
});

describe('the nodes that two versions share', () => {
  test('have the same type', () => {
    const before = plan([node('a'), node('b'), node('gone')], 't>a a>b b>gone');
    const after = plan([node('a'), node('b', 'risky'), node('new')], 't>a a>new new>b');
    expect([...sharedNodes(before, after)]).toEqual(['t', 'a']);
  });

  test('still have the handles that steps may have left by', () => {
    const before = plan([node('a', 'risky'), node('i', 'if')], 't>a t>i');
    const after = plan([node('a'), node('i', 'if')], 't>a t>i');
    expect([...sharedNodes(before, after)].sort()).toEqual(['i', 't']);
    expect([...sharedNodes(after, after)].sort()).toEqual(['a', 'i', 't']);
  });

  test('are inside the same loops', () => {
    const nodes = [node('each', 'loop'), node('a'), node('b')];
    const before = plan(nodes, 't>each each.item>a a>b b>each.next');
    const after = plan(nodes, 't>each each.item>a a>each.next each.done>b');
    expect([...sharedNodes(before, after)].sort()).toEqual(['a', 'each', 't']);
    const other = plan([node('each', 'risky'), node('a'), node('b')], 't>each each>a a>b');
    expect([...sharedNodes(before, other)]).toEqual(['t']);
  });
});
