import type { PlannedEdge } from './edges.js';
import type { GraphNode } from './graph.js';
import { dataOf } from './handles.js';
import type { Arrivals, NodeShape } from './node-shape.js';

/** The part of a planned node that races depend on. */
export interface RacingNode {
  node: GraphNode;
  shape: NodeShape;
  join: Arrivals;
  loop: string | null;
  incoming: readonly PlannedEdge[];
  outgoing: ReadonlyMap<string, readonly PlannedEdge[]>;
  returns: readonly PlannedEdge[];
}

/**
 * The losers of each merge that cancels them: the nodes around it, in the same body, from which every path leads into
 * that merge. What else they could have reached would be lost with them, so such nodes go on.
 */
export function findRaces(nodes: ReadonlyMap<string, RacingNode>): Map<string, string[]> {
  const races = new Map<string, string[]>();
  for (const [id, merge] of nodes) {
    if (merge.join !== 'all' && cancelsLosers(merge)) races.set(id, losersOf(nodes, id, merge));
  }
  return races;
}

function losersOf(nodes: ReadonlyMap<string, RacingNode>, mergeId: string, merge: RacingNode): string[] {
  const returning = new Set(nodes.get(merge.loop ?? '')?.returns.map(({ source }) => source));
  const losers = new Set<string>();
  const losesAll = (id: string) => {
    const edges = [...(nodes.get(id)?.outgoing ?? [])]
      .flatMap(([, list]) => list)
      .filter(({ target }) => nodes.get(target)?.loop === merge.loop);
    return edges.length > 0 && edges.every(({ target }) => target === mergeId || losers.has(target));
  };
  // Backwards from the merge: a node is looked at again whenever one of its targets has become a loser.
  const found = [mergeId];
  for (let id = found.pop(); id !== undefined; id = found.pop()) {
    for (const { source } of nodes.get(id)?.incoming ?? []) {
      if (source === mergeId || losers.has(source) || returning.has(source)) continue;
      if (nodes.get(source)?.loop !== merge.loop || !losesAll(source)) continue;
      losers.add(source);
      found.push(source);
    }
  }
  return [...losers];
}

function cancelsLosers({ node, shape }: RacingNode): boolean {
  try {
    return shape.cancelsLosers?.(dataOf(node)) ?? false;
  } catch {
    return false;
  }
}
