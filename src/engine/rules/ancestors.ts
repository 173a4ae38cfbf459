import type { Plan } from '../plan.js';
import { upstreamOf } from '../run-data.js';

/**
 * Tells whether a node can have run before another. All ancestors are found in one pass over the graph, as bits; nodes
 * on cycles, which are refused anyway, are looked up one by one.
 */
export function ancestorsIn(plan: Plan): (ancestor: string, nodeId: string) => boolean {
  const ids = [...plan.nodes.keys()];
  const bits = new Map(ids.map((id, index) => [id, 1n << BigInt(index)]));
  const ancestors = new Map<string, bigint>();
  const open = new Map(ids.map((id) => [id, plan.nodes.get(id)?.incoming.length ?? 0]));
  const ready = ids.filter((id) => open.get(id) === 0);
  for (const id of ready) {
    let above = 0n;
    for (const { source } of plan.nodes.get(id)?.incoming ?? []) {
      above |= (ancestors.get(source) ?? 0n) | (bits.get(source) ?? 0n);
    }
    ancestors.set(id, above);
    for (const edges of plan.nodes.get(id)?.outgoing.values() ?? []) {
      for (const { target } of edges) {
        const left = (open.get(target) ?? 0) - 1;
        open.set(target, left);
        if (left === 0) ready.push(target);
      }
    }
  }
  return (ancestor, nodeId) => {
    const above = ancestors.get(nodeId);
    if (above === undefined) return upstreamOf(plan, nodeId).has(ancestor);
    return (above & (bits.get(ancestor) ?? 0n)) !== 0n;
  };
}
