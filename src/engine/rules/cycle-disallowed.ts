import { cyclesOf } from './cycles.js';
import { type Rule, refusesRun } from './rule.js';

/** A cycle is allowed where it passes through a loop's `next`. */
export const cycleDisallowed: Rule = {
  id: 'CYCLE_DISALLOWED',
  meaning: 'Nodes form a cycle outside of a loop.',
  cure: 'Remove an edge, or repeat the nodes with `logic.loop`.',
  ...refusesRun,
  check(context) {
    const forward = context.forward();
    const cycles = cyclesOf([...forward.keys()], (id) => (forward.get(id) ?? []).map(({ target }) => target));
    return cycles.map((cycle) => {
      const members = new Set(cycle);
      const first = context.nodes.find(({ id }) => members.has(id))?.id;
      const names = cycle.slice(0, 5).map((id) => context.nameOf(id));
      const shown = cycle.length > 5 ? `${names.join(', ')} and ${cycle.length - 5} more` : names.join(', ');
      return {
        ...(first !== undefined && { nodeId: first }),
        message: `These nodes form a cycle: ${shown}. Remove an edge, or use a loop and lead its last step to "next".`,
      };
    });
  },
};
