import { type EditorState, initialState, type Stored } from '../../src/dashboard/screens/editor/editor-state.js';
import type { FlowContent, FlowNode } from '../../src/dashboard/screens/editor/flow-content.js';

export const node = (id: string, data: Record<string, unknown> = {}): FlowNode => ({
  id,
  type: 'data.set',
  position: { x: 0, y: 0 },
  data,
});
export const edge = (source: string, target: string) => ({ id: `${source}>${target}`, source, target });
export const content = (nodes: FlowNode[], edges = [edge('a', 'b')]): FlowContent => ({
  nodes,
  edges,
  variables: [],
  settings: {},
});
export const stored = (of: FlowContent, more: Partial<Stored> = {}): Stored => ({
  content: of,
  revision: null,
  baseVersion: 1,
  updatedAt: '2026-01-05T09:00:00.000Z',
  ...more,
});

/** An editor of two nodes, of which the second reads the first. */
export const opened = (): EditorState =>
  initialState(stored(content([node('a'), node('b', { value: '{{steps.a.total}}' })])));

type Step = readonly [transition: (state: EditorState, ...values: never[]) => EditorState, ...values: unknown[]];

/** The state after some transitions. */
export const follow = (state: EditorState, ...steps: Step[]): EditorState =>
  steps.reduce((now, [transition, ...values]) => transition(now, ...(values as never[])), state);

export const dataOf = ({ content: { nodes } }: EditorState, id: string) => nodes.find((one) => one.id === id)?.data;
