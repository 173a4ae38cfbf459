import type { FlowContent, FlowEdge, FlowNode, FlowSettings, FlowVariable } from './flow-content.js';
import { copyOf, renameSteps } from './node-names.js';

/** What is edited, what is chosen, and the ways back and forth. */
export interface EditorState {
  content: FlowContent;
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
  past: readonly FlowContent[];
  future: readonly FlowContent[];
  /** What the last change was of: a change of the same again is one with it. */
  last: string | null;
}

export type EditorAction =
  /** Begins anew, without a way back. */
  | { kind: 'load'; content: FlowContent }
  /** Puts other content in place, with a way back. */
  | { kind: 'replace'; content: FlowContent }
  | { kind: 'select'; nodes: readonly string[]; edges?: readonly string[] }
  | { kind: 'selectAll' }
  | { kind: 'add'; node: FlowNode; edge?: FlowEdge }
  | { kind: 'move'; positions: Readonly<Record<string, { x: number; y: number }>>; together?: string }
  /** `field` is what was typed in: a run of changes of one field is one step back. */
  | { kind: 'data'; id: string; data: FlowNode['data']; field?: string }
  | { kind: 'pin'; id: string; value: unknown }
  | { kind: 'rename'; id: string; to: string }
  | { kind: 'connect'; edge: FlowEdge }
  | { kind: 'delete' }
  | { kind: 'paste'; nodes: readonly FlowNode[]; edges: readonly FlowEdge[]; offset: { x: number; y: number } }
  | { kind: 'settings'; settings: FlowSettings; field?: string }
  | { kind: 'variables'; variables: readonly FlowVariable[] }
  | { kind: 'undo' }
  | { kind: 'redo' };

const stepsAtMost = 200;
const none: ReadonlySet<string> = new Set();

export const initialState = (content: FlowContent): EditorState => ({
  content,
  nodes: none,
  edges: none,
  past: [],
  future: [],
  last: null,
});

/** The state after an action. It never changes what it was given. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.kind) {
    case 'load':
      return withChosen(initialState(action.content), state);
    case 'replace':
      return withChosen(changed(state, action.content), state);
    case 'select':
      return { ...state, nodes: new Set(action.nodes), edges: new Set(action.edges ?? []), last: null };
    case 'selectAll':
      return { ...state, nodes: new Set(state.content.nodes.map(({ id }) => id)), last: null };
    case 'undo':
    case 'redo':
      return travel(state, action.kind);
    case 'settings':
      return changed(
        state,
        { ...state.content, settings: action.settings },
        action.field && `settings ${action.field}`,
      );
    case 'variables':
      return changed(state, { ...state.content, variables: action.variables });
    default:
      return changeGraph(state, action);
  }
}

type GraphAction = Extract<
  EditorAction,
  { kind: 'add' | 'move' | 'data' | 'pin' | 'rename' | 'connect' | 'delete' | 'paste' }
>;

function changeGraph(state: EditorState, action: GraphAction): EditorState {
  const { content } = state;
  switch (action.kind) {
    case 'add': {
      const edges = action.edge ? [...content.edges, action.edge] : content.edges;
      const next = changed(state, { ...content, nodes: [...content.nodes, action.node], edges });
      return { ...next, nodes: new Set([action.node.id]), edges: none };
    }
    case 'move': {
      const nodes = content.nodes.map((node) => {
        const position = action.positions[node.id];
        if (!position || (position.x === node.position.x && position.y === node.position.y)) return node;
        return { ...node, position: { x: Math.round(position.x), y: Math.round(position.y) } };
      });
      if (nodes.every((node, index) => node === content.nodes[index])) return state;
      return changed(state, { ...content, nodes }, action.together && `move ${action.together}`);
    }
    case 'data': {
      const nodes = withNode(content.nodes, action.id, (node) => ({ ...node, data: action.data }));
      return changed(state, { ...content, nodes }, action.field && `data ${action.id} ${action.field}`);
    }
    case 'pin':
      return changed(state, {
        ...content,
        nodes: withNode(content.nodes, action.id, (node) => pinned(node, action.value)),
      });
    case 'rename':
      return rename(state, action.id, action.to);
    case 'connect': {
      if (content.edges.some((edge) => sameEnds(edge, action.edge))) return state;
      return changed(state, { ...content, edges: [...content.edges, action.edge] });
    }
    case 'delete':
      return deleteChosen(state);
    case 'paste': {
      const copies = copyOf(action.nodes, action.edges, new Set(content.nodes.map(({ id }) => id)), action.offset);
      if (copies.nodes.length === 0) return state;
      const next = changed(state, {
        ...content,
        nodes: [...content.nodes, ...copies.nodes],
        edges: [...content.edges, ...copies.edges],
      });
      return { ...next, nodes: new Set(copies.nodes.map(({ id }) => id)), edges: none };
    }
  }
}

function changed(state: EditorState, content: FlowContent, together?: string): EditorState {
  if (together && together === state.last) return { ...state, content, future: [] };
  return {
    ...state,
    content,
    past: [...state.past, state.content].slice(-stepsAtMost),
    future: [],
    last: together ?? null,
  };
}

function travel(state: EditorState, kind: 'undo' | 'redo'): EditorState {
  const { past, future, content } = state;
  const target = kind === 'undo' ? past.at(-1) : future[0];
  if (!target) return state;
  const moved =
    kind === 'undo'
      ? { past: past.slice(0, -1), future: [content, ...future] }
      : { past: [...past, content], future: future.slice(1) };
  return withChosen({ ...state, ...moved, content: target, last: null }, state);
}

/** Keeps chosen what is still there. */
function withChosen(state: EditorState, { nodes, edges }: EditorState): EditorState {
  const ids = new Set(state.content.nodes.map(({ id }) => id));
  const edgeIds = new Set(state.content.edges.map(({ id }) => id));
  return {
    ...state,
    nodes: new Set([...nodes].filter((id) => ids.has(id))),
    edges: new Set([...edges].filter((id) => edgeIds.has(id))),
  };
}

function deleteChosen(state: EditorState): EditorState {
  const { content, nodes, edges } = state;
  if (nodes.size === 0 && edges.size === 0) return state;
  const next = changed(state, {
    ...content,
    nodes: content.nodes.filter(({ id }) => !nodes.has(id)),
    edges: content.edges.filter(({ id, source, target }) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)),
  });
  return { ...next, nodes: none, edges: none };
}

function rename(state: EditorState, id: string, to: string): EditorState {
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

function withNode(nodes: readonly FlowNode[], id: string, change: (node: FlowNode) => FlowNode): FlowNode[] {
  return nodes.map((node) => (node.id === id ? change(node) : node));
}

function pinned({ pinnedData: _former, ...node }: FlowNode, value: unknown): FlowNode {
  return value === undefined ? node : { ...node, pinnedData: value };
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
