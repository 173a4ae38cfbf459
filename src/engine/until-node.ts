import { upstreamOf } from './execution-data.js';
import type { Graph } from './graph.js';
import type { Plan } from './plan.js';

/**
 * The part of a graph that runs until a node has: the node, what can run before it, and the bodies of loops that end before
 * it. Null for a node that cannot be reached.
 */
export function untilNode<G extends Graph>({ nodes, edges }: G, plan: Plan, nodeId: string): Graph | null {
  if (!plan.nodes.has(nodeId)) return null;
  const kept = new Set([nodeId, ...upstreamOf(plan, nodeId)]);
  const around = new Set(loopsAround(plan, nodeId));
  for (const id of plan.nodes.keys()) {
    if (loopsAround(plan, id).some((loop) => kept.has(loop) && !around.has(loop))) kept.add(id);
  }
  return {
    nodes: nodes.filter(({ id }) => kept.has(id)),
    edges: edges.filter(({ source, target }) => kept.has(source) && kept.has(target)),
  };
}

/** The loops whose bodies hold a node, innermost first. */
function loopsAround(plan: Plan, nodeId: string): string[] {
  const loops: string[] = [];
  let loop = plan.nodes.get(nodeId)?.loop ?? null;
  while (loop !== null) {
    loops.push(loop);
    loop = plan.nodes.get(loop)?.loop ?? null;
  }
  return loops;
}
