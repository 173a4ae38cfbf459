import { runsForEach, splitEach } from './each.js';
import { groupBy, indexNodes, type PlannedEdge, resolveEdges } from './edges.js';
import type { Graph, GraphNode } from './graph.js';
import { dataOf, isLoop, isReturn, loopHandles } from './handles.js';
import { closure, findLoopBodies } from './loop-bodies.js';
import type { Arrivals, NodeCatalogue, NodeShape } from './node-shape.js';
import { findRaces } from './races.js';

/** A node with everything that decisions need. */
export interface PlannedNode {
  node: GraphNode;
  shape: NodeShape;
  join: Arrivals;
  /** The innermost loop whose body holds the node; null at top level. Of the node that runs for an item, the node itself. */
  loop: string | null;
  /** The number of loops around the node. */
  depth: number;
  /** The node as it runs for each item of its list; null for a node without `each`. */
  each: PlannedNode | null;
  /** Edges that can start the node; not those into a loop's `next` and `break`. */
  incoming: readonly PlannedEdge[];
  /** Outgoing edges by source handle, without those back into a loop's `next` and `break`. */
  outgoing: ReadonlyMap<string, readonly PlannedEdge[]>;
  /** For a loop: the edges from its body to `next` and `break`. */
  returns: readonly PlannedEdge[];
  /** For a merge that cancels losers: the nodes from which only it can be reached. */
  losers: readonly string[];
  /** The merges of which the node is a loser. */
  losesTo: readonly string[];
  /** Of an exit: itself and the nodes that can follow it, which go on when it ends the rest. Null for any other node. */
  keeps: ReadonlySet<string> | null;
  /** How many of the incoming edges can only be reached by exits: until one has come, no node waits for them. */
  lateEdges: number;
}

/** An indexed graph, created once for a flow version and a start node, and shared by all of its executions. */
export interface Plan {
  startNodeId: string | null;
  /** Nodes that can be reached from the start node or an exit; others never run. */
  nodes: ReadonlyMap<string, PlannedNode>;
  /** The exits. */
  exits: readonly string[];
  /** Every node of the graph by ID, reachable or not. Of several nodes with one ID, the first. */
  graphNodes: ReadonlyMap<string, GraphNode>;
  catalogue: NodeCatalogue;
}

/**
 * Indexes a graph. Edges that lead to no node, come from nodes that the start node cannot reach, or leave a loop's body
 * without passing through the loop are ignored. Never throws on a malformed graph; an unknown start node gives an empty
 * plan.
 *
 * @param startNodeId defaults to the trigger for manual starts, without one to the first trigger
 */
export function compilePlan(graph: Graph, catalogue: NodeCatalogue, startNodeId?: string): Plan {
  const graphNodes = indexNodes(graph);
  const start = startNodeId ?? defaultTrigger(graphNodes.values(), catalogue)?.id ?? null;
  const empty = { startNodeId: null, nodes: new Map(), exits: [], graphNodes, catalogue };
  if (start === null) return empty;
  const edges = resolveEdges(graph.edges, graphNodes, catalogue);
  const forward = groupBy(
    edges.filter((edge) => !isReturn(edge)),
    (edge) => edge.source,
  );
  const exits = [...graphNodes.values()].filter((node) => isExit(node, catalogue)).map(({ id }) => id);
  const roots = [start, ...exits];
  const reachable = closure(forward, roots);
  const drafts = new Map<string, Draft>();
  for (const id of reachable) {
    const node = graphNodes.get(id);
    const shape = node && catalogue.get(node.type);
    if (node && shape) drafts.set(id, new Draft(node, shape));
  }
  if (!drafts.has(start)) return empty;
  const loops = [...drafts.values()].filter((draft) => isLoop(draft.shape)).map((draft) => draft.node.id);
  const bodies = findLoopBodies(forward, reachable, roots, loops);
  for (const [id, draft] of drafts) draft.loop = bodies.innermost.get(id) ?? null;
  for (const draft of drafts.values()) draft.depth = depthOf(drafts, draft);
  for (const edge of edges) wire(drafts, edge);
  setExits(drafts, exits, closure(forward, [start]));
  for (const [merge, losers] of findRaces(drafts)) setLosers(drafts, merge, losers);
  return { startNodeId: start, nodes: drafts, exits, graphNodes, catalogue };
}

class Draft implements PlannedNode {
  readonly node: GraphNode;
  readonly join: Arrivals;
  readonly each: Draft | null = null;
  loop: string | null = null;
  depth = 0;
  readonly incoming: PlannedEdge[] = [];
  readonly outgoing = new Map<string, PlannedEdge[]>();
  readonly returns: PlannedEdge[] = [];
  losers: readonly string[] = [];
  readonly losesTo: string[] = [];
  keeps: ReadonlySet<string> | null = null;
  lateEdges = 0;

  constructor(
    node: GraphNode,
    readonly shape: NodeShape,
  ) {
    this.node = node;
    this.join = joinOf(shape, node);
    if (!runsForEach(node, shape)) return;
    const { whole, item } = splitEach(node);
    this.node = whole;
    this.each = new Draft(item, shape);
    this.each.loop = node.id;
  }
}

function depthOf(drafts: ReadonlyMap<string, Draft>, { loop }: Draft): number {
  let depth = 0;
  for (let around = loop; around !== null; around = drafts.get(around)?.loop ?? null) depth += 1;
  return depth;
}

function wire(drafts: ReadonlyMap<string, Draft>, edge: PlannedEdge): void {
  const source = drafts.get(edge.source);
  const target = drafts.get(edge.target);
  if (!source || !target) return;
  if (isLoop(target.shape) && isReturn(edge)) {
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

function setLosers(drafts: ReadonlyMap<string, Draft>, merge: string, losers: readonly string[]): void {
  for (const id of losers) drafts.get(id)?.losesTo.push(merge);
  const draft = drafts.get(merge);
  if (draft) draft.losers = losers;
}

/** A disabled exit does nothing. */
function isExit(node: GraphNode, catalogue: NodeCatalogue): boolean {
  return catalogue.get(node.type)?.exits === true && dataOf(node).disabled !== true;
}

/** @param usual the nodes that can be reached without an exit */
function setExits(drafts: ReadonlyMap<string, Draft>, exits: readonly string[], usual: ReadonlySet<string>): void {
  if (exits.length === 0) return;
  for (const draft of drafts.values()) {
    for (const edge of draft.incoming) edge.isLate = !usual.has(edge.source);
    draft.lateEdges = draft.incoming.filter(({ isLate }) => isLate).length;
  }
  for (const id of exits) {
    const draft = drafts.get(id);
    if (draft) draft.keeps = nodesFrom({ nodes: drafts }, id);
  }
}

/** A node and everything that its step leads to, with the bodies of loops: what runs again if the node does. */
export function nodesFrom({ nodes }: Pick<Plan, 'nodes'>, nodeId: string): ReadonlySet<string> {
  const found = new Set([nodeId]);
  for (const id of found) {
    for (const edges of nodes.get(id)?.outgoing.values() ?? []) for (const { target } of edges) found.add(target);
  }
  return found;
}

/** The trigger of a start that names none: the one for manual starts, without it the first one. */
export function defaultTrigger(nodes: Iterable<GraphNode>, catalogue: NodeCatalogue): GraphNode | undefined {
  const triggers = [...nodes].filter((node) => catalogue.get(node.type)?.trigger !== undefined);
  return triggers.find((node) => catalogue.get(node.type)?.trigger === 'manual') ?? triggers[0];
}

function joinOf(shape: NodeShape, node: GraphNode): Arrivals {
  try {
    return shape.joins?.(dataOf(node)) ?? 'all';
  } catch {
    return 'all';
  }
}
