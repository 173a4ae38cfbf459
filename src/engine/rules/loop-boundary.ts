import { loopHandles } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

export const loopBoundary: Rule = {
  id: 'LOOP_BOUNDARY',
  meaning: 'An edge enters or leaves the item branch of a loop past the loop.',
  cure: 'Lead the branch to `next` of the loop, and go on from `done`.',
  ...refusesRun,
  check(context) {
    const { innermost, bodies } = context.bodies();
    const reachable = context.reachable();
    return context.resolved().flatMap((edge) => {
      if (!reachable.has(edge.source)) return [];
      const around = innermost.get(edge.source);
      if (edge.targetHandle === loopHandles.next) {
        if (around === edge.target || edge.source === edge.target) return [];
        const message = `The edge "${edge.id}" leads to "next" of ${context.nameOf(edge.target)} from outside of its item branch. Lead it to "in".`;
        return [{ edgeId: edge.id, nodeId: edge.target, message }];
      }
      // Back to the loop's own `in` is a circle, and told as one.
      if (around === undefined || around === edge.target || bodies.get(around)?.has(edge.target)) return [];
      const message = `The edge "${edge.id}" leaves the item branch of ${context.nameOf(around)} for ${context.nameOf(edge.target)}. Lead it to "next" of the loop and go on from "done".`;
      return [{ edgeId: edge.id, nodeId: edge.source, message }];
    });
  },
};
