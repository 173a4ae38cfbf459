import { dataOf, sourceHandlesOf } from './handles.js';
import type { Plan, PlannedNode } from './plan.js';

/**
 * The nodes of a version of a flow whose steps in an execution of another version are still valid: those that both
 * versions have with the same type, inside the same loops, and whose handles still exist.
 */
export function sharedNodes(before: Plan, after: Plan): ReadonlySet<string> {
  const isShared = (id: string): boolean => {
    const [former, planned] = [before.nodes.get(id), after.nodes.get(id)];
    if (!former || !planned || former.node.type !== planned.node.type || former.loop !== planned.loop) return false;
    if ((former.each === null) !== (planned.each === null)) return false;
    return hasHandlesOf(planned, former) && (planned.loop === null || isShared(planned.loop));
  };
  return new Set([...after.nodes.keys()].filter(isShared));
}

function hasHandlesOf(planned: PlannedNode, former: PlannedNode): boolean {
  const handles = handlesOf(planned);
  return handlesOf(former).every((handle) => handles.includes(handle));
}

function handlesOf({ shape, node }: PlannedNode): readonly string[] {
  return sourceHandlesOf(shape, dataOf(node));
}
