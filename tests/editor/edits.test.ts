import { describe, expect, test } from '@jest/globals';
import {
  addNode,
  connect,
  deleteChosen,
  moveNodes,
  paste,
  pinOutput,
  redo,
  reload,
  renameNode,
  replaceContent,
  select,
  selectAll,
  setData,
  setSettings,
  undo,
} from '../../src/dashboard/screens/editor/edits.js';
import { merge } from '../../src/dashboard/screens/editor/merge.js';
import { content, dataOf, edge, follow, node, opened, stored } from './support.js';

describe('an edit', () => {
  test('is taken back and repeated', () => {
    const changed = follow(opened(), [addNode, node('c')], [connect, edge('b', 'c')], [select, ['a']], [deleteChosen]);
    expect(changed.content.nodes.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(changed.content.edges.map(({ id }) => id)).toEqual(['b>c']);
    const back = follow(changed, [undo], [undo], [undo], [undo]);
    expect(back.content).toEqual(opened().content);
    expect(follow(back, [redo], [redo], [redo]).content).toEqual(changed.content);
  });

  test('leaves no way forth to what was taken back', () => {
    const other = follow(opened(), [setData, 'a', { v: 1 }], [undo], [setData, 'a', { v: 2 }], [redo]);
    expect(dataOf(other, 'a')).toEqual({ v: 2 });
  });

  test('of one field is one step back, however much was typed', () => {
    const type = (text: string) => [setData, 'a', { name: text }, 'name'] as const;
    const typed = follow(opened(), type('t'), type('to'), type('tot'));
    expect(dataOf(undo(typed), 'a')).toEqual({});
    const again = follow(typed, [select, ['b']], type('total'), [undo]);
    expect(dataOf(again, 'a')).toEqual({ name: 'tot' });
  });

  test('keeps chosen what is still there when it is taken back', () => {
    const added = follow(opened(), [addNode, node('c')], [selectAll], [undo]);
    expect([...added.nodes]).toEqual(['a', 'b']);
  });

  test('pastes with new IDs, by which the pasted expressions read each other', () => {
    const { nodes, edges } = opened().content;
    const pasted = paste(opened(), nodes, edges, { x: 40, y: 60 });
    expect([...pasted.nodes]).toEqual(['set', 'set2']);
    expect(dataOf(pasted, 'set2')).toEqual({ value: '{{steps.set.total}}' });
    expect(pasted.content.edges.at(-1)).toMatchObject({ source: 'set', target: 'set2' });
    expect(dataOf(pasted, 'b')).toEqual({ value: '{{steps.a.total}}' });
  });

  test('renames a node in its edges and in all expressions, unless the ID is taken', () => {
    const renamed = renameNode(opened(), 'a', 'node-1');
    expect(renamed.content.edges[0]).toMatchObject({ source: 'node-1', target: 'b' });
    expect(dataOf(renamed, 'b')).toEqual({ value: '{{steps["node-1"].total}}' });
    const state = opened();
    expect(renameNode(state, 'a', 'b')).toBe(state);
  });

  test('that changes nothing is none', () => {
    const state = opened();
    expect(connect(state, edge('a', 'b'))).toBe(state);
    expect(moveNodes(state, { a: { x: 0, y: 0 } })).toBe(state);
    expect(deleteChosen(state)).toBe(state);
    expect(undo(state)).toBe(state);
  });

  test('never changes what it was given', () => {
    const state = opened();
    const copy = structuredClone(state.content);
    follow(state, [moveNodes, { a: { x: 9, y: 9 } }], [pinOutput, 'a', { ok: true }], [selectAll], [deleteChosen]);
    expect(state.content).toEqual(copy);
  });

  test('waits to be saved, unless a conflict is decided first', () => {
    expect(setSettings(opened(), { timeout: 5 }).status).toBe('dirty');
    expect(setData({ ...opened(), status: 'failed' }, 'a', { v: 1 }).status).toBe('dirty');
    expect(setData({ ...opened(), status: 'conflict' }, 'a', { v: 1 }).status).toBe('conflict');
  });

  test('that is taken back before it was sent leaves nothing to be saved', () => {
    expect(follow(opened(), [setData, 'a', { v: 1 }], [undo]).status).toBe('saved');
  });
});

describe('content that comes from elsewhere', () => {
  const other = content([node('a', { v: 9 })], []);

  test('can be taken back where somebody else changed it', () => {
    const replaced = follow(opened(), [selectAll], [replaceContent, other]);
    expect([...replaced.nodes]).toEqual(['a']);
    expect(undo(replaced).content).toEqual(opened().content);
  });

  test('begins anew after publishing, and only where it differs', () => {
    const edited = setData(opened(), 'a', { v: 1 });
    const loaded = reload(edited, stored(other));
    expect(loaded).toMatchObject({ content: other, past: [], future: [], status: 'saved' });
    expect(reload(edited, stored(edited.content)).past).toHaveLength(1);
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
