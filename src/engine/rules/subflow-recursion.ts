import { groupBy } from '../edges.js';
import type { FlowCall } from './flow-context.js';
import { type Rule, refusesRun } from './rule.js';

export const subflowRecursion: Rule = {
  id: 'SUBFLOW_RECURSION',
  meaning: 'Flows call each other in a cycle.',
  cure: 'Remove one of the calls.',
  ...refusesRun,
  check(context) {
    const self = context.input.flowId;
    if (self === undefined) return [];
    const uses = context.records().filter(({ kind }) => kind.name === 'flow');
    if (uses.length === 0) return [];
    const callers = callersOf(self, context.input.calls ?? []);
    return uses.flatMap(({ node, field, id }) => {
      if (!callers.has(id)) return [];
      const how = id === self ? 'calls its own flow' : 'calls a flow that calls this flow again';
      return [
        { nodeId: node.id, field, message: `${context.nameOf(node)} ${how}. Remove the call, or use a loop instead.` },
      ];
    });
  },
};

/** The flow itself and all from which calls lead to it. */
function callersOf(flowId: string, calls: readonly FlowCall[]): Set<string> {
  const byCallee = groupBy(calls, ({ callee }) => callee);
  const found = new Set([flowId]);
  // Iterating over a set includes the elements that are added meanwhile.
  for (const id of found) for (const { caller } of byCallee.get(id) ?? []) found.add(caller);
  return found;
}
