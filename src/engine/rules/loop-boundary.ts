import { isReturn } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

export const loopBoundary: Rule = {
  id: 'LOOP_BOUNDARY',
  meaning: 'An edge enters or leaves the item branch of a loop without passing through the loop.',
  cure: 'Connect the branch to `next` of the loop, and continue from `done`.',
  ...refusesRun,
  check(context) {
    const { innermost, bodies } = context.bodies();
    const reachable = context.reachable();
    return context.resolved().flatMap((edge) => {
      if (!reachable.has(edge.source)) return [];
      const around = innermost.get(edge.source);
      if (isReturn(edge)) {
        if (around === edge.target || edge.source === edge.target) return [];
        const message = `The edge "${edge.id}" leads to "${edge.targetHandle}" of ${context.nameOf(edge.target)} from outside its item branch. Connect it to "in".`;
        return [{ edgeId: edge.id, nodeId: edge.target, message }];
      }
      // An edge back to the loop's own `in` is reported by CYCLE_DISALLOWED.
      if (around === undefined || around === edge.target || bodies.get(around)?.has(edge.target)) return [];
      const message = `The edge "${edge.id}" leaves the item branch of ${context.nameOf(around)} and leads to ${context.nameOf(edge.target)}. Connect it to "next" of the loop, and continue from "done".`;
      return [{ edgeId: edge.id, nodeId: edge.source, message }];
    });
  },
};
