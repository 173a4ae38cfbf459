import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { cardSize, entryPlace, exitPlace, type HandlePlace, handleBox } from './card-size';
import type { CanvasNodeType, Catalogue } from './catalogue';

/** A node as flows have it: in the format of React Flow. */
export interface FlowNode {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: Readonly<Record<string, unknown>>;
}

/** An edge as flows have it. */
export interface FlowEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle?: string | null;
  targetHandle?: string | null;
}

/** What a card shows of a node. */
export interface CardData extends Record<string, unknown> {
  /** The type of the node, for example `http.request`. */
  nodeType: string;
  label: string;
  /** The name of the type. */
  title: string;
  sources: readonly string[];
  targets: readonly string[];
  /** What the node itself has in `data`. */
  fields: Readonly<Record<string, unknown>>;
}

export type CardNode = Node<CardData, 'card'>;
export type CanvasEdge = Edge<Record<string, unknown>, 'flow'>;

/** The nodes of a flow as stored JSON, with what is missing filled in. */
export function flowNodesOf(nodes: readonly unknown[]): FlowNode[] {
  return (nodes as Partial<FlowNode>[]).map((node) => ({
    ...node,
    id: String(node.id),
    type: String(node.type),
    position: { x: Number(node.position?.x) || 0, y: Number(node.position?.y) || 0 },
    data: node.data ?? {},
  }));
}

/** The edges of a flow as stored JSON. An edge without an ID is named after its ends. */
export function flowEdgesOf(edges: readonly unknown[]): FlowEdge[] {
  return (edges as Partial<FlowEdge>[]).map((edge) => ({
    ...edge,
    id: String(edge.id ?? `${edge.source}:${edge.sourceHandle ?? ''}-${edge.target}:${edge.targetHandle ?? ''}`),
    source: String(edge.source),
    target: String(edge.target),
  }));
}

/** The label of a node, or its ID if it has none. */
export const labelOf = ({ id, data }: FlowNode): string =>
  typeof data.label === 'string' && data.label !== '' ? data.label : id;

/** Whether a node runs once for each item of a list: then it leaves by `out` or `error`. */
export const runsForEach = ({ data }: Pick<FlowNode, 'data'>): boolean => data.each !== undefined && data.each !== null;

/** The lists in a node's data whose entries are handles. */
const handleLists: Readonly<Record<string, string>> = { case: 'cases', variant: 'variants', label: 'labels' };

/** The exits of a node, in order: a pattern such as `case:ID` is one exit for each entry of its list. */
export function sourceHandlesOf(node: FlowNode, type: CanvasNodeType | undefined): string[] {
  if (runsForEach(node)) return ['out', 'error'];
  return (type?.sourceHandles ?? []).flatMap((handle) => {
    const [prefix = '', rest] = handle.split(':');
    if (rest !== 'ID') return [handle];
    const list = node.data[handleLists[prefix] ?? ''];
    return Array.isArray(list) ? list.map((entry) => `${prefix}:${(entry as { id?: unknown } | null)?.id}`) : [];
  });
}

/** The exit by which an edge leaves that names none: that of a loop which is done, or the first one. */
function defaultSource(node: FlowNode | undefined, type: CanvasNodeType | undefined): string {
  if (node && runsForEach(node)) return 'out';
  if (type?.targetHandles.includes('next')) return 'done';
  return type?.sourceHandles[0] ?? 'out';
}

/** Whether an edge returns to its loop. */
export const isReturn = ({ targetHandle }: FlowEdge): boolean => targetHandle === 'next' || targetHandle === 'break';

/** The exit and the entry of an edge, also where it does not name them. */
export function endsOf(edge: FlowEdge, nodes: ReadonlyMap<string, FlowNode>, catalogue: Catalogue) {
  const source = nodes.get(edge.source);
  const type = catalogue.get(source?.type ?? '');
  return { sourceHandle: edge.sourceHandle ?? defaultSource(source, type), targetHandle: edge.targetHandle ?? 'in' };
}

interface GraphOptions {
  catalogue: Catalogue;
  /** Leaves out the exits `error` that lead nowhere. */
  quiet?: boolean;
}

/** A flow for the canvas. */
export function canvasGraph(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  { catalogue, quiet = false }: GraphOptions,
): { nodes: CardNode[]; edges: CanvasEdge[] } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const drawn = edges
    .filter(({ source, target }) => byId.has(source) && byId.has(target))
    .map((edge): CanvasEdge => ({ ...edge, ...endsOf(edge, byId, catalogue), type: 'flow', data: {} }));
  const exits = handlesBy(drawn, 'source', 'sourceHandle');
  const entries = handlesBy(drawn, 'target', 'targetHandle');
  const cards = nodes.map((node): CardNode => {
    const type = catalogue.get(node.type);
    const used = exits.get(node.id) ?? new Set<string>();
    const known = sourceHandlesOf(node, type);
    const sources = [...new Set([...known, ...used])].filter((one) => !quiet || one !== 'error' || used.has(one));
    const into = entries.get(node.id) ?? [];
    const targets = [...new Set([...(type?.targetHandles ?? []), ...into])];
    const size = cardSize(sources.length);
    return {
      id: node.id,
      type: 'card',
      position: node.position,
      ...size,
      measured: size,
      handles: handlesOf(sources, targets, size),
      ariaLabel: labelOf(node),
      data: {
        nodeType: node.type,
        label: labelOf(node),
        title: type?.title ?? node.type,
        sources,
        targets,
        fields: node.data,
      },
    };
  });
  return { nodes: cards, edges: drawn };
}

const positions = { left: Position.Left, bottom: Position.Bottom, right: Position.Right };

/** Where the edges of a card begin and end. */
function handlesOf(sources: readonly string[], targets: readonly string[], size: { width: number; height: number }) {
  const handle = (type: 'source' | 'target', id: string, place: HandlePlace): NodeHandle => ({
    id,
    type,
    position: positions[place.side],
    ...handleBox(place, size),
  });
  return [
    ...sources.map((id, index) => handle('source', id, exitPlace(index, sources.length))),
    ...targets.map((id, index) => handle('target', id, entryPlace(id, index))),
  ];
}

/** The handles that edges use, by their node. */
function handlesBy(edges: readonly CanvasEdge[], end: 'source' | 'target', handle: 'sourceHandle' | 'targetHandle') {
  const used = new Map<string, Set<string>>();
  for (const edge of edges) {
    const of = used.get(edge[end]) ?? new Set<string>();
    used.set(edge[end], of.add(edge[handle] ?? ''));
  }
  return used;
}
