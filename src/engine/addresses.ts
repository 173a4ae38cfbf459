import { nodeAt } from './loop-items.js';
import type { NodeAddress } from './node-shape.js';
import type { Plan } from './plan.js';
import type { Visit } from './visit.js';

/** A visit that waits at an address of its own. */
export interface AddressedVisit extends Visit {
  path: NodeAddress;
}

/**
 * The visits whose addresses a step can read: of each node that waits at one, that of the same iteration. Of a node in a loop
 * outside of which the step is, and of one with `each`, there are many: none can be read.
 */
export function addressesFor(plan: Plan, visit: Visit): AddressedVisit[] {
  const around = new Set<string | null>([null]);
  for (let loop = nodeAt(plan, visit)?.loop ?? null; loop !== null; loop = plan.nodes.get(loop)?.loop ?? null)
    around.add(loop);
  const indexes = visit.iteration.split('.');
  return [...plan.nodes].flatMap(([nodeId, { shape, loop, depth, each }]) =>
    shape.address && !each && around.has(loop)
      ? [{ nodeId, iteration: indexes.slice(0, depth).join('.'), path: shape.address }]
      : [],
  );
}
