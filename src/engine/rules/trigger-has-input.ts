import { type Rule, refusesRun } from './rule.js';

export const triggerHasInput: Rule = {
  id: 'TRIGGER_HAS_INPUT',
  meaning: 'An edge leads into a trigger.',
  cure: 'Remove the edge.',
  ...refusesRun,
  check: (facts) =>
    facts.edges.flatMap((edge) => {
      const target = facts.nodesById.get(edge.target);
      if (!target || facts.shapeOf(target)?.trigger === undefined) return [];
      const message = `The edge "${edge.id}" leads into the trigger ${facts.nameOf(target)}. Remove it: a run begins there.`;
      return [{ edgeId: edge.id, nodeId: target.id, message }];
    }),
};
