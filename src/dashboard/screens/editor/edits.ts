import type { EditorState, Stored } from './editor-state.js';
import { adopt, isUnsaved } from './editor-state.js';
import {
  type FlowContent,
  type FlowEdge,
  type FlowNode,
  type FlowSettings,
  type FlowVariable,
  sameContent,
} from './flow-content.js';
import { copyOf, renameSteps } from './node-names.js';

// What is done to the flow, one function each: the state after it. None changes what it was given.

interface Point {
  x: number;
  y: number;
}

const stepsAtMost = 200;
const none: ReadonlySet<string> = new Set();

/** Puts other content in place, with a way back. */
export const replaceContent = (state: EditorState, content: FlowContent): EditorState =>
  withChosen(changed(state, content));

/** Takes what was stored anew, as by publishing. Where it differs from what is edited, there is no way back. */
export function reload(state: EditorState, stored: Stored): EditorState {
  if (sameContent(stored.content, state.content)) return adopt(state, stored);
  return adopt(withChosen({ ...state, content: stored.content, past: [], future: [], last: null }), stored);
}

export const select = (state: EditorState, nodes: Iterable<string>, edges: Iterable<string> = []): EditorState => ({
  ...state,
  nodes: new Set(nodes),
  edges: new Set(edges),
  last: null,
});

export const selectAll = (state: EditorState): EditorState => ({
  ...state,
  nodes: new Set(state.content.nodes.map(({ id }) => id)),
  last: null,
});

export function addNode(state: EditorState, node: FlowNode, edge?: FlowEdge): EditorState {
  return choosing(changed(state, withMore(state.content, [node], edge ? [edge] : [])), [node]);
}

/** @param together what moves them: a run of changes by the same is one step back */
export function moveNodes(
  state: EditorState,
  positions: Readonly<Record<string, Point>>,
  together?: string,
): EditorState {
  const { content } = state;
  const nodes = content.nodes.map((node) => {
    const { x, y } = positions[node.id] ?? node.position;
    if (x === node.position.x && y === node.position.y) return node;
    return { ...node, position: { x: Math.round(x), y: Math.round(y) } };
  });
  if (nodes.every((node, index) => node === content.nodes[index])) return state;
  return changed(state, { ...content, nodes }, together && `move ${together}`);
}

/** @param field what was typed in: a run of changes of one field is one step back */
export const setData = (state: EditorState, id: string, data: FlowNode['data'], field?: string): EditorState =>
  changeNode(state, id, (node) => ({ ...node, data }), field && `data ${id} ${field}`);

/** Fixes what a node answers in simulations; undefined lets it run. */
export const pinOutput = (state: EditorState, id: string, value: unknown): EditorState =>
  changeNode(state, id, ({ pinnedData: _former, ...node }) =>
    value === undefined ? node : { ...node, pinnedData: value },
  );

/** Gives a node another ID, unless it is taken. */
export function renameNode(state: EditorState, id: string, to: string): EditorState {
  const { content } = state;
  if (id === to || to === '' || content.nodes.some((node) => node.id === to)) return state;
  const ids = new Map([[id, to]]);
  const end = (at: string) => ids.get(at) ?? at;
  const next = changed(state, {
    ...content,
    nodes: content.nodes.map((node) => ({
      ...node,
      id: end(node.id),
      data: renameSteps(node.data, ids) as FlowNode['data'],
    })),
    edges: content.edges.map((edge) => ({ ...edge, source: end(edge.source), target: end(edge.target) })),
  });
  return { ...next, nodes: new Set([...state.nodes].map(end)) };
}

export function connect(state: EditorState, edge: FlowEdge): EditorState {
  const { content } = state;
  return content.edges.some((other) => sameEnds(other, edge)) ? state : changed(state, withMore(content, [], [edge]));
}

export function deleteChosen(state: EditorState): EditorState {
  const { content, nodes, edges } = state;
  if (nodes.size === 0 && edges.size === 0) return state;
  const next = changed(state, {
    ...content,
    nodes: content.nodes.filter(({ id }) => !nodes.has(id)),
    edges: content.edges.filter(({ id, source, target }) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)),
  });
  return choosing(next, []);
}

export function paste(
  state: EditorState,
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  offset: Point,
): EditorState {
  const { content } = state;
  const copies = copyOf(nodes, edges, new Set(content.nodes.map(({ id }) => id)), offset);
  if (copies.nodes.length === 0) return state;
  return choosing(changed(state, withMore(content, copies.nodes, copies.edges)), copies.nodes);
}

/** @param field what was typed in, as of {@link setData} */
export const setSettings = (state: EditorState, settings: FlowSettings, field?: string): EditorState =>
  changed(state, { ...state.content, settings }, field && `settings ${field}`);

export const setVariables = (state: EditorState, variables: readonly FlowVariable[]): EditorState =>
  changed(state, { ...state.content, variables });

export function undo(state: EditorState): EditorState {
  const { past, future, content } = state;
  const target = past.at(-1);
  return target ? travelled({ ...state, past: past.slice(0, -1), future: [content, ...future] }, target) : state;
}

export function redo(state: EditorState): EditorState {
  const { past, future, content } = state;
  const [target] = future;
  return target ? travelled({ ...state, past: [...past, content], future: future.slice(1) }, target) : state;
}

const travelled = (state: EditorState, content: FlowContent): EditorState =>
  withChosen(edited({ ...state, content, last: null }));

function changed(state: EditorState, content: FlowContent, together?: string): EditorState {
  if (together && together === state.last) return edited({ ...state, content, future: [] });
  const past = [...state.past, state.content].slice(-stepsAtMost);
  return edited({ ...state, content, past, future: [], last: together ?? null });
}

/** What differs from what is stored waits to be saved. A conflict is decided first. */
function edited(state: EditorState): EditorState {
  if (state.status === 'saving' || state.status === 'conflict') return state;
  return { ...state, status: isUnsaved(state) ? 'dirty' : 'saved' };
}

/** Keeps chosen what is still there. */
function withChosen(state: EditorState): EditorState {
  const ids = new Set(state.content.nodes.map(({ id }) => id));
  const edgeIds = new Set(state.content.edges.map(({ id }) => id));
  return {
    ...state,
    nodes: new Set([...state.nodes].filter((id) => ids.has(id))),
    edges: new Set([...state.edges].filter((id) => edgeIds.has(id))),
  };
}

const choosing = (state: EditorState, nodes: readonly FlowNode[]): EditorState => ({
  ...state,
  nodes: new Set(nodes.map(({ id }) => id)),
  edges: none,
});

const withMore = (content: FlowContent, nodes: readonly FlowNode[], edges: readonly FlowEdge[]): FlowContent => ({
  ...content,
  nodes: [...content.nodes, ...nodes],
  edges: [...content.edges, ...edges],
});

function changeNode(
  state: EditorState,
  id: string,
  change: (node: FlowNode) => FlowNode,
  together?: string,
): EditorState {
  const nodes = state.content.nodes.map((node) => (node.id === id ? change(node) : node));
  return changed(state, { ...state.content, nodes }, together);
}

/** Handles that are not named are the first ones; only named ones can be compared. */
function sameEnds(a: FlowEdge, b: FlowEdge): boolean {
  return (
    a.source === b.source &&
    a.target === b.target &&
    (a.sourceHandle ?? null) === (b.sourceHandle ?? null) &&
    (a.targetHandle ?? null) === (b.targetHandle ?? null)
  );
}
