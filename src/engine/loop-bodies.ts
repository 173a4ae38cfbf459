import type { PlannedEdge } from './edges.js';
import { loopHandles } from './handles.js';

/** Outgoing edges by source node, without those into a loop's `next`. */
export type Forward = ReadonlyMap<string, readonly PlannedEdge[]>;

export interface LoopBodies {
  /** For each node in some loop's body, the innermost such loop. */
  innermost: ReadonlyMap<string, string>;
  /** Each loop's body, nested bodies included, the loop itself not. */
  bodies: ReadonlyMap<string, ReadonlySet<string>>;
}

/** All nodes that can be reached from `starts`, including these, over the edges that `follow` accepts. */
export function closure(
  forward: Forward,
  starts: readonly string[],
  follow: (edge: PlannedEdge) => boolean = () => true,
): Set<string> {
  const seen = new Set(starts);
  const stack = [...starts];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    for (const edge of forward.get(id) ?? []) {
      if (seen.has(edge.target) || !follow(edge)) continue;
      seen.add(edge.target);
      stack.push(edge.target);
    }
  }
  return seen;
}

/**
 * Finds the body of each loop: the nodes that the start can reach only through the loop's `item` handle. Such bodies have
 * one entry and are nested or disjoint, so that each node has one iteration at a time, whatever the graph looks like.
 */
export function findLoopBodies(
  forward: Forward,
  reachable: ReadonlySet<string>,
  starts: readonly string[],
  loops: readonly string[],
): LoopBodies {
  const bodies = new Map<string, Set<string>>();
  for (const loop of loops) {
    const outside = closure(forward, starts, (edge) => edge.source !== loop || edge.sourceHandle !== loopHandles.item);
    bodies.set(loop, new Set([...reachable].filter((id) => !outside.has(id))));
  }
  const innermost = new Map<string, string>();
  for (const [loop, body] of [...bodies].sort(([, a], [, b]) => b.size - a.size)) {
    for (const id of body) innermost.set(id, loop);
  }
  return { innermost, bodies };
}
