import { sourceHandlesOf } from '../../canvas/graph';
import type { FlowContent, FlowEdge, FlowNode } from './flow-content';
import type { NodeTypeInfo, NodeTypes } from './flow-operations';
import { initialData, type Schema } from './form/schema';
import { edgeId, newNodeId } from './node-names';

/** A handle that a new node is connected to. */
export interface HandleEnd {
  nodeId: string;
  handle: string | null;
  isSource: boolean;
}

interface Place {
  position?: { x: number; y: number } | undefined;
  from: HandleEnd | null;
  /** The name of the node, to which a number is added where another node has it; by default its ID. */
  title?: string | undefined;
  /** Fields that are filled. */
  data?: Readonly<Record<string, unknown>> | undefined;
}

const right = 260;

/** The exit that a new node follows: of the chosen node, or of the last one, the first that leads nowhere. */
export function openHandle(content: FlowContent, chosen: ReadonlySet<string>, types: NodeTypes): HandleEnd | null {
  const rightmost = [...content.nodes].sort((a, b) => b.position.x - a.position.x)[0];
  const node = chosen.size === 1 ? content.nodes.find(({ id }) => chosen.has(id)) : rightmost;
  if (!node) return null;
  const used = new Set(
    content.edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle ?? null),
  );
  const handles = handlesOf(node, types);
  const free = handles.find((handle, index) => !used.has(handle) && !(index === 0 && used.has(null)));
  const handle = free ?? handles[0];
  return handle === undefined || (handle === 'error' && free !== undefined && handles.length > 1)
    ? handles[0] === undefined
      ? null
      : { nodeId: node.id, handle: handles[0], isSource: true }
    : { nodeId: node.id, handle, isSource: true };
}

/** A new node of a type, and the edge that connects it. */
export function newNode(
  content: FlowContent,
  type: NodeTypeInfo,
  types: NodeTypes,
  { position, from, title, data }: Place,
): { node: FlowNode; edge?: FlowEdge } {
  const id = newNodeId(type.type, new Set(content.nodes.map((node) => node.id)));
  const origin = from && content.nodes.find((node) => node.id === from.nodeId);
  const place = position ?? (origin ? freePlace(content, origin, types) : { x: 0, y: 0 });
  const node: FlowNode = {
    id,
    type: type.type,
    position: { x: Math.round(place.x / 10) * 10, y: Math.round(place.y / 10) * 10 },
    data: {
      ...(title && { label: newLabel(content, title) }),
      ...initialData((type.fields ?? {}) as Schema),
      ...data,
    },
  };
  const edge = from && edgeTo(node, type, from, types);
  return edge ? { node, edge } : { node };
}

/** `List contacts`, `List contacts 2`. */
function newLabel({ nodes }: FlowContent, title: string): string {
  const taken = new Set(nodes.map(({ data }) => data.label));
  let label = title;
  for (let count = 2; taken.has(label); count += 1) label = `${title} ${count}`;
  return label;
}

function edgeTo(node: FlowNode, type: NodeTypeInfo, from: HandleEnd, types: NodeTypes): FlowEdge | null {
  const own = handlesOf(node, types)[0];
  if (from.isSource ? type.targetHandles.length === 0 : own === undefined) return null;
  const edge = from.isSource
    ? { source: from.nodeId, target: node.id, ...(from.handle && { sourceHandle: from.handle }) }
    : {
        source: node.id,
        target: from.nodeId,
        ...(own && { sourceHandle: own }),
        ...(from.handle && { targetHandle: from.handle }),
      };
  return { ...edge, id: edgeId(edge) };
}

/** At the right of a node, below what is there already. */
function freePlace({ nodes }: FlowContent, origin: FlowNode, types: NodeTypes): { x: number; y: number } {
  const x = origin.position.x + right;
  let { y } = origin.position;
  const height = 80 + handlesOf(origin, types).length * 6;
  while (nodes.some(({ position }) => Math.abs(position.x - x) < 200 && Math.abs(position.y - y) < height)) y += 100;
  return { x, y };
}

const handlesOf = (node: FlowNode, types: NodeTypes): string[] => sourceHandlesOf(node, types.get(node.type));
