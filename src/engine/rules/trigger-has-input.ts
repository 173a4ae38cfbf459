import { type Rule, refusesRun } from './rule.js';

export const triggerHasInput: Rule = {
  id: 'TRIGGER_HAS_INPUT',
  meaning: 'An edge leads into a trigger.',
  cure: 'Remove the edge.',
  ...refusesRun,
  check: (context) =>
    context.edges.flatMap((edge) => {
      const target = context.nodesById.get(edge.target);
      if (!target || context.shapeOf(target)?.trigger === undefined) return [];
      const message = `The edge "${edge.id}" leads into the trigger ${context.nameOf(target)}, which must not have incoming edges. Remove the edge.`;
      return [{ edgeId: edge.id, nodeId: target.id, message }];
    }),
};
