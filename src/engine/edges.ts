import type { Graph, GraphEdge, GraphNode } from './graph.js';
import { dataOf, sourceHandlesOf, targetHandlesOf } from './handles.js';
import type { NodeCatalogue } from './node-shape.js';

/** An edge between known nodes, with both handles filled in. */
export interface PlannedEdge {
  id: string;
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
  /** True where only exits lead to its source. */
  isLate?: boolean;
}

/** The edges between known nodes, with their handles filled in. Other edges are omitted. */
export function resolveEdges(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, GraphNode>,
  catalogue: NodeCatalogue,
): PlannedEdge[] {
  const sources = new Map<string, readonly string[]>();
  const resolved: PlannedEdge[] = [];
  for (const edge of edges) {
    const source = nodes.get(edge.source);
    const target = nodes.get(edge.target);
    const sourceShape = source && catalogue.get(source.type);
    const targetShape = target && catalogue.get(target.type);
    if (!sourceShape || !targetShape) continue;
    let handles = sources.get(source.id);
    if (!handles) {
      handles = sourceHandlesOf(sourceShape, dataOf(source));
      sources.set(source.id, handles);
    }
    const targets = targetHandlesOf(targetShape);
    const sourceHandle = edge.sourceHandle ?? handles[0];
    const targetHandle = edge.targetHandle ?? targets[0];
    if (sourceHandle === undefined || !handles.includes(sourceHandle)) continue;
    if (targetHandle === undefined || !targets.includes(targetHandle)) continue;
    resolved.push({ id: edge.id, source: source.id, sourceHandle, target: target.id, targetHandle });
  }
  return resolved;
}

/** Nodes by ID. Of several nodes with one ID, the first. */
export function indexNodes(graph: Graph): Map<string, GraphNode> {
  const nodes = new Map<string, GraphNode>();
  for (const node of graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  return nodes;
}

/** Groups items by key, in their order. */
export function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
