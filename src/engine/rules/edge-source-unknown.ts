import { type Rule, refusesSave } from './rule.js';

export const edgeSourceUnknown: Rule = {
  id: 'EDGE_SOURCE_UNKNOWN',
  ...refusesSave,
  check: (facts) =>
    facts.edges
      .filter((edge) => !facts.nodesById.has(edge.source))
      .map((edge) => ({
        edgeId: edge.id,
        message: `The edge "${edge.id}" begins at "${edge.source}", which is no node. Remove it or connect it to a node.`,
      })),
};
