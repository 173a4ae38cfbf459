import { describe, expect, test } from '@jest/globals';
import type { FlowInput, Graph } from '../../../src/engine/index.js';
import { graphOf, node } from '../catalogue.js';
import { check, start, told } from './told.js';

describe('rules that keep a flow from being stored', () => {
  test.each<[string, Graph, string[]]>([
    ['two nodes with one id', graphOf([start, node('a'), node('a')], 't>a'), ['NODE_ID_DUPLICATE a']],
    ['two edges with one id', graphOf([start, node('a')], 't>a t>a'), ['EDGE_ID_DUPLICATE t>a']],
    ['an unknown type', graphOf([start, node('a', 'nope')], 't>a'), ['NODE_TYPE_UNKNOWN a']],
    ['an edge from nowhere', graphOf([start], 'x>t'), ['EDGE_SOURCE_UNKNOWN x>t', 'TRIGGER_HAS_INPUT t x>t']],
    ['an edge to nowhere', graphOf([start], 't>x'), ['EDGE_TARGET_UNKNOWN t>x']],
    [
      'an unknown source handle',
      graphOf([start, node('a')], 't.x>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN t t.x>a', 'NODE_UNREACHABLE a'],
    ],
    [
      'a handle of a node that has none',
      graphOf([start, node('s', 'stop'), node('a')], 't>s t>a s>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN s s>a'],
    ],
    [
      'an unknown target handle',
      graphOf([start, node('a')], 't>a.next'),
      ['EDGE_TARGET_HANDLE_UNKNOWN a t>a.next', 'NODE_UNREACHABLE a'],
    ],
    [
      'an error handle that the type lacks',
      graphOf([start, node('a')], 't>a a.error>a'),
      ['EDGE_SOURCE_HANDLE_UNKNOWN a a.error>a'],
    ],
  ])('find %s', (_what, graph, expected) => {
    expect(told(graph)).toEqual(expected);
    const issue = check(graph)[0];
    expect(issue).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test('know the handles that a node has by its data', () => {
    const withCases = node('s', 'switch', { cases: [{ id: 'a' }] });
    expect(told(graphOf([start, withCases, node('x')], 't>s s.case:a>x s.default>x'))).toEqual([]);
    expect(told(graphOf([start, withCases, node('x')], 't>s s.case:b>x s.default>x'))).toContain(
      'EDGE_SOURCE_HANDLE_UNKNOWN s s.case:b>x',
    );
  });

  test('find a flow that is too large and look no further', () => {
    const many = Array.from({ length: 501 }, (_, index) => node(`n${index}`));
    expect(told(graphOf(many))).toEqual(['NODE_LIMIT']);
    expect(told(graphOf([start, node('a', 'task', { text: 'x'.repeat(2 * 1024 * 1024) })], 't>a'))).toEqual([
      'NODE_LIMIT',
    ]);
  });
});

describe('rules of the trigger', () => {
  test.each<[string, Graph, Partial<FlowInput>, string[]]>([
    ['no nodes at all', graphOf([]), {}, ['FLOW_EMPTY']],
    ['no trigger', graphOf([node('a'), node('b')], 'a>b'), {}, ['TRIGGER_MISSING']],
    ['two triggers', graphOf([start, node('u', 'trigger.manual')]), {}, ['TRIGGER_MULTIPLE u']],
    ['an edge into the trigger', graphOf([start, node('a')], 't>a a>t'), {}, ['TRIGGER_HAS_INPUT t a>t']],
    [
      'another type in the settings',
      graphOf([start]),
      { settings: { triggerType: 'webhook' } },
      ['TRIGGER_TYPE_MISMATCH t settings.triggerType'],
    ],
    ['the same type in the settings', graphOf([start]), { settings: { triggerType: 'manual' } }, []],
    [
      'a bad configuration',
      graphOf([node('t', 'trigger.schedule', { cron: 'hourly' })]),
      {},
      ['TRIGGER_CONFIG_INVALID t cron'],
    ],
    ['a missing configuration', graphOf([node('t', 'trigger.schedule')]), {}, ['TRIGGER_CONFIG_INVALID t cron']],
  ])('find %s', (_what, graph, more, expected) => {
    expect(told(graph, more)).toEqual(expected);
  });
});

describe('rules of the structure', () => {
  test.each<[string, Graph, string[]]>([
    ['an orphan, and call it nothing else', graphOf([start, node('a')]), ['NODE_ORPHAN a']],
    [
      'nodes without a path from the trigger',
      graphOf([start, node('a'), node('b')], 'a>b'),
      ['NODE_UNREACHABLE a', 'NODE_UNREACHABLE b'],
    ],
    ['a circle', graphOf([start, node('a'), node('b')], 't>a a>b b>a'), ['CYCLE_DISALLOWED a']],
    ['a circle of one', graphOf([start, node('a')], 't>a a>a'), ['CYCLE_DISALLOWED a']],
    [
      'a circle through a loop that returns to in',
      graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a a>l.in'),
      ['CYCLE_DISALLOWED l', 'LOOP_NO_BACK_EDGE l'],
    ],
    [
      'an item branch that does not return',
      graphOf([start, node('l', 'loop'), node('a')], 't>l l.item>a'),
      ['LOOP_NO_BACK_EDGE l'],
    ],
    [
      'an edge out of a loop',
      graphOf([start, node('l', 'loop'), node('a'), node('b')], 't>l l.item>a a>l.next a>b l.done>b'),
      ['LOOP_BOUNDARY a a>b'],
    ],
    [
      'an edge into next from outside',
      graphOf([start, node('l', 'loop'), node('a')], 't>a a>l.next a>l.in l.item>l.next'),
      ['LOOP_BOUNDARY l a>l.next'],
    ],
    [
      'an edge out of an inner loop',
      graphOf(
        [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b')],
        't>l l.item>k k.item>a a>k.next k.done>b b>l.next a>l.next',
      ),
      ['LOOP_BOUNDARY l a>l.next'],
    ],
    ['two edges that do the same', graphOf([start, node('a')], 't>a t.out>a.in'), ['EDGE_DUPLICATE t.out>a.in']],
    ['an open branch', graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a'), ['BRANCH_UNWIRED i']],
    [
      'one label twice',
      graphOf([start, node('a', 'task', { label: 'Send' }), node('b', 'task', { label: 'Send ' })], 't>a t>b'),
      ['NODE_NAME_DUPLICATE b label'],
    ],
  ])('find %s', (_what, graph, expected) => {
    expect(told(graph)).toEqual(expected);
  });

  test('allow nested loops that return', () => {
    const nodes = [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b'), node('c')];
    expect(told(graphOf(nodes, 't>l l.item>k k.item>a a>k.next k.done>b b>l.next l.done>c'))).toEqual([]);
  });
});
