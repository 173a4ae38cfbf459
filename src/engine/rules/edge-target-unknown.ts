import { type Rule, refusesSave } from './rule.js';

export const edgeTargetUnknown: Rule = {
  id: 'EDGE_TARGET_UNKNOWN',
  ...refusesSave,
  check: (facts) =>
    facts.edges
      .filter((edge) => !facts.nodesById.has(edge.target))
      .map((edge) => ({
        edgeId: edge.id,
        message: `The edge "${edge.id}" ends at "${edge.target}", which is no node. Remove it or connect it to a node.`,
      })),
};
