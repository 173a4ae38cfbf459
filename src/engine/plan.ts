import { groupBy, indexNodes, type PlannedEdge, resolveEdges } from './edges.js';
import type { Graph, GraphNode } from './graph.js';
import { dataOf, isLoop, loopHandles } from './handles.js';
import { closure, findLoopBodies } from './loop-bodies.js';
import type { NodeCatalogue, NodeShape } from './node-shape.js';

/** A node with all that decisions need of it. */
export interface PlannedNode {
  node: GraphNode;
  shape: NodeShape;
  join: 'all' | 'any';
  /** The innermost loop whose body holds the node; null at top level. */
  loop: string | null;
  /** Edges that can start the node. A loop's `next` is none of them. */
  incoming: readonly PlannedEdge[];
  /** Counted outgoing edges by source handle; edges back into a loop's `next` are left out. */
  outgoing: ReadonlyMap<string, readonly PlannedEdge[]>;
  /** On a loop: the edges of its body that bring a result to `next`. */
  returns: readonly PlannedEdge[];
}

/** An indexed graph, made once for a flow version and a start node, and shared by all of its runs. */
export interface Plan {
  startNodeId: string | null;
  /** Nodes that the start node can reach; others take no part in the run. */
  nodes: ReadonlyMap<string, PlannedNode>;
  /** Every node of the graph by id, reached or not; the first one of a doubled id. */
  graphNodes: ReadonlyMap<string, GraphNode>;
  catalogue: NodeCatalogue;
}

/**
 * Indexes a graph. Edges that end nowhere, come from outside what the start node reaches, or leave a loop's body
 * past the loop do not count. Never throws on a malformed graph; a start node that is none gives an empty plan.
 *
 * @param startNodeId left out: the first trigger
 */
export function compilePlan(graph: Graph, catalogue: NodeCatalogue, startNodeId?: string): Plan {
  const graphNodes = indexNodes(graph);
  const start = startNodeId ?? findTrigger(graphNodes, catalogue);
  const empty = { startNodeId: null, nodes: new Map(), graphNodes, catalogue };
  if (start === null) return empty;
  const edges = resolveEdges(graph.edges, graphNodes, catalogue);
  const forward = groupBy(
    edges.filter((edge) => edge.targetHandle !== loopHandles.next),
    (edge) => edge.source,
  );
  const reachable = closure(forward, [start]);
  const drafts = new Map<string, Draft>();
  for (const id of reachable) {
    const node = graphNodes.get(id);
    const shape = node && catalogue.get(node.type);
    if (node && shape) drafts.set(id, new Draft(node, shape));
  }
  if (!drafts.has(start)) return empty;
  const loops = [...drafts.values()].filter((draft) => isLoop(draft.shape)).map((draft) => draft.node.id);
  const bodies = findLoopBodies(forward, reachable, [start], loops);
  for (const [id, draft] of drafts) draft.loop = bodies.innermost.get(id) ?? null;
  for (const edge of edges) wire(drafts, edge);
  return { startNodeId: start, nodes: drafts, graphNodes, catalogue };
}

class Draft implements PlannedNode {
  readonly join: 'all' | 'any';
  loop: string | null = null;
  readonly incoming: PlannedEdge[] = [];
  readonly outgoing = new Map<string, PlannedEdge[]>();
  readonly returns: PlannedEdge[] = [];

  constructor(
    readonly node: GraphNode,
    readonly shape: NodeShape,
  ) {
    this.join = joinOf(shape, node);
  }
}

function wire(drafts: ReadonlyMap<string, Draft>, edge: PlannedEdge): void {
  const source = drafts.get(edge.source);
  const target = drafts.get(edge.target);
  if (!source || !target) return;
  if (isLoop(target.shape) && edge.targetHandle === loopHandles.next) {
    if (source.loop === edge.target) target.returns.push(edge);
    return;
  }
  const entersBody = isLoop(source.shape) && edge.sourceHandle === loopHandles.item;
  if (target.loop !== (entersBody ? edge.source : source.loop)) return;
  target.incoming.push(edge);
  const leaving = source.outgoing.get(edge.sourceHandle);
  if (leaving) leaving.push(edge);
  else source.outgoing.set(edge.sourceHandle, [edge]);
}

function findTrigger(nodes: ReadonlyMap<string, GraphNode>, catalogue: NodeCatalogue): string | null {
  for (const node of nodes.values()) if (catalogue.get(node.type)?.trigger !== undefined) return node.id;
  return null;
}

function joinOf(shape: NodeShape, node: GraphNode): 'all' | 'any' {
  try {
    return shape.joins?.(dataOf(node)) ?? 'all';
  } catch {
    return 'all';
  }
}
