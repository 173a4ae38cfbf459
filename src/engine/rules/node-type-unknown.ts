import { type Rule, refusesSave } from './rule.js';

export const nodeTypeUnknown: Rule = {
  id: 'NODE_TYPE_UNKNOWN',
  meaning: 'The type of a node does not exist.',
  cure: 'Use a type of the catalogue, `GET /flows/node-types`.',
  ...refusesSave,
  check: (context) =>
    context.nodes
      .filter((node) => !context.shapeOf(node))
      .map((node) => ({
        nodeId: node.id,
        message: `${context.nameOf(node)} has the unknown type "${node.type}". Choose a type of the node catalogue.`,
      })),
};
