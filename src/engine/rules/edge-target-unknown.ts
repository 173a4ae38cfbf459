import { type Rule, refusesSave } from './rule.js';

export const edgeTargetUnknown: Rule = {
  id: 'EDGE_TARGET_UNKNOWN',
  meaning: 'An edge ends at a node that does not exist.',
  cure: 'Remove the edge, or correct its `target`.',
  ...refusesSave,
  check: (context) =>
    context.edges
      .filter((edge) => !context.nodesById.has(edge.target))
      .map((edge) => ({
        edgeId: edge.id,
        message: `The edge "${edge.id}" ends at "${edge.target}", which is no node. Remove it or connect it to a node.`,
      })),
};
