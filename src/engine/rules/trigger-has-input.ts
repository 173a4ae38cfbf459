import { isRoot } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

export const triggerHasInput: Rule = {
  id: 'TRIGGER_HAS_INPUT',
  meaning: 'An edge leads into a trigger or an exit.',
  cure: 'Remove the edge.',
  ...refusesRun,
  check: (context) =>
    context.edges.flatMap((edge) => {
      const target = context.nodesById.get(edge.target);
      const shape = context.shapeOf(target);
      if (!target || !shape || !isRoot(shape)) return [];
      const kind = shape.exits ? 'exit' : 'trigger';
      const message = `The edge "${edge.id}" leads into the ${kind} ${context.nameOf(target)}, which must not have incoming edges. Remove the edge.`;
      return [{ edgeId: edge.id, nodeId: target.id, message }];
    }),
};
