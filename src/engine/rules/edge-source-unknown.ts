import { type Rule, refusesSave } from './rule.js';

export const edgeSourceUnknown: Rule = {
  id: 'EDGE_SOURCE_UNKNOWN',
  meaning: 'An edge starts at a node that does not exist.',
  cure: 'Remove the edge, or correct its `source`.',
  ...refusesSave,
  check: (context) =>
    context.edges
      .filter((edge) => !context.nodesById.has(edge.source))
      .map((edge) => ({
        edgeId: edge.id,
        message: `The source "${edge.source}" of the edge "${edge.id}" is not found in the flow. Remove the edge, or connect it to a node.`,
      })),
};
