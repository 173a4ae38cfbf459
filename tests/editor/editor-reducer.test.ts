import { describe, expect, test } from '@jest/globals';
import {
  type EditorAction,
  type EditorState,
  editorReducer,
  initialState,
} from '../../src/dashboard/screens/editor/editor-reducer.js';
import type { FlowContent, FlowNode } from '../../src/dashboard/screens/editor/flow-content.js';
import { merge } from '../../src/dashboard/screens/editor/merge.js';

const node = (id: string, data: Record<string, unknown> = {}): FlowNode => ({
  id,
  type: 'data.set',
  position: { x: 0, y: 0 },
  data,
});
const edge = (source: string, target: string) => ({ id: `${source}>${target}`, source, target });
const content = (nodes: FlowNode[], edges = [edge('a', 'b')]): FlowContent => ({
  nodes,
  edges,
  variables: [],
  settings: {},
});
const start = () => initialState(content([node('a'), node('b', { value: '{{steps.a.total}}' })]));
const reduce = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(editorReducer, state);
const dataOf = ({ content: { nodes } }: EditorState, id: string) => nodes.find((one) => one.id === id)?.data;

describe('the editor', () => {
  test('takes back and repeats each change', () => {
    const changed = reduce(
      start(),
      { kind: 'add', node: node('c') },
      { kind: 'connect', edge: edge('b', 'c') },
      { kind: 'select', nodes: ['a'] },
      { kind: 'delete' },
    );
    expect(changed.content.nodes.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(changed.content.edges.map(({ id }) => id)).toEqual(['b>c']);
    const back = reduce(changed, { kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' });
    expect(back.content).toEqual(start().content);
    const again = reduce(back, { kind: 'redo' }, { kind: 'redo' }, { kind: 'redo' });
    expect(again.content).toEqual(changed.content);
  });

  test('takes back what was typed in one field at once', () => {
    const type = (text: string): EditorAction => ({ kind: 'data', id: 'a', data: { name: text }, field: 'name' });
    const typed = reduce(start(), type('t'), type('to'), type('tot'));
    expect(dataOf(reduce(typed, { kind: 'undo' }), 'a')).toEqual({});
    const again = reduce(typed, { kind: 'select', nodes: ['b'] }, type('total'), { kind: 'undo' });
    expect(dataOf(again, 'a')).toEqual({ name: 'tot' });
  });

  test('pastes with new IDs, by which the pasted expressions read each other', () => {
    const { nodes, edges } = start().content;
    const pasted = reduce(start(), { kind: 'paste', nodes, edges, offset: { x: 40, y: 60 } });
    expect([...pasted.nodes]).toEqual(['set', 'set2']);
    expect(dataOf(pasted, 'set2')).toEqual({ value: '{{steps.set.total}}' });
    expect(pasted.content.edges.at(-1)).toMatchObject({ source: 'set', target: 'set2' });
    expect(dataOf(pasted, 'b')).toEqual({ value: '{{steps.a.total}}' });
  });

  test('renames a node in its edges and in all expressions, unless the ID is taken', () => {
    const renamed = reduce(start(), { kind: 'rename', id: 'a', to: 'node-1' });
    expect(renamed.content.edges[0]).toMatchObject({ source: 'node-1', target: 'b' });
    expect(dataOf(renamed, 'b')).toEqual({ value: '{{steps["node-1"].total}}' });
    const state = start();
    expect(reduce(state, { kind: 'rename', id: 'a', to: 'b' })).toBe(state);
  });

  test('never changes what it was given', () => {
    const state = start();
    const copy = structuredClone(state.content);
    reduce(
      state,
      { kind: 'move', positions: { a: { x: 9, y: 9 } } },
      { kind: 'pin', id: 'a', value: { ok: true } },
      { kind: 'selectAll' },
      { kind: 'delete' },
    );
    expect(state.content).toEqual(copy);
  });
});

describe('the merge of two edits', () => {
  const base = content([node('a', { v: 1 }), node('b', { v: 1 }), node('c', { v: 1 })]);
  const mine = content([node('a', { v: 2 }), node('b', { v: 1 }), node('c', { v: 2 }), node('mine')]);
  const theirs = content([node('a', { v: 3 }), node('b', { v: 3 })], [edge('a', 'b'), edge('b', 'a')]);

  test('takes what only one side changed, and the chosen side of what both did', () => {
    const ids = (side: 'mine' | 'theirs') => merge(base, mine, theirs, { a: side, c: side }).nodes;
    expect(ids('mine')).toEqual([node('a', { v: 2 }), node('b', { v: 3 }), node('c', { v: 2 }), node('mine')]);
    expect(ids('theirs')).toEqual([node('a', { v: 3 }), node('b', { v: 3 }), node('mine')]);
  });

  test('keeps the edges of both sides, without those that one removed or whose node is gone', () => {
    const removed = { ...mine, edges: [] };
    expect(merge(base, mine, theirs, {}).edges.map(({ id }) => id)).toEqual(['a>b', 'b>a']);
    expect(merge(base, removed, theirs, {}).edges.map(({ id }) => id)).toEqual(['b>a']);
  });
});
