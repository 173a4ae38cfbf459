import { upstreamOf } from '../execution-data.js';
import type { Plan } from '../plan.js';

/**
 * Returns a test of whether one node can have run before another. One pass over the graph computes the ancestors of all
 * nodes as bit sets; nodes on cycles, which another rule rejects, are looked up one by one.
 */
export function ancestorsIn(plan: Plan): (ancestor: string, nodeId: string) => boolean {
  const index = new Map([...plan.nodes.keys()].map((id, at) => [id, at]));
  const words = Math.ceil(index.size / 32);
  const ancestors = new Map<string, Uint32Array>();
  for (const id of inOrder(plan)) {
    const above = new Uint32Array(words);
    // An exit can come after any node, but for those that only follow it.
    const keeps = plan.nodes.get(id)?.keeps;
    for (const [other, at] of keeps ? index : []) {
      if (!keeps?.has(other)) above[at >>> 5] = (above[at >>> 5] ?? 0) | (1 << (at & 31));
    }
    for (const { source } of plan.nodes.get(id)?.incoming ?? []) {
      const further = ancestors.get(source);
      if (further) for (let word = 0; word < words; word += 1) above[word] = (above[word] ?? 0) | (further[word] ?? 0);
      const at = index.get(source) ?? 0;
      above[at >>> 5] = (above[at >>> 5] ?? 0) | (1 << (at & 31));
    }
    ancestors.set(id, above);
  }
  return (ancestor, nodeId) => {
    const above = ancestors.get(nodeId);
    if (!above) return upstreamOf(plan, nodeId).has(ancestor);
    const at = index.get(ancestor);
    return at !== undefined && ((above[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  };
}

/** Nodes in topological order; nodes on or behind a cycle are omitted. */
function inOrder(plan: Plan): string[] {
  const open = new Map<string, number>();
  for (const [id, { incoming }] of plan.nodes) open.set(id, incoming.length);
  const ready = [...plan.nodes.keys()].filter((id) => open.get(id) === 0);
  for (const id of ready) {
    for (const edges of plan.nodes.get(id)?.outgoing.values() ?? []) {
      for (const { target } of edges) {
        const left = (open.get(target) ?? 0) - 1;
        open.set(target, left);
        if (left === 0) ready.push(target);
      }
    }
  }
  return ready;
}
