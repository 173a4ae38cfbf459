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
        message: `The target "${edge.target}" of the edge "${edge.id}" is not found in the flow. Remove the edge, or connect it to a node.`,
      })),
};
