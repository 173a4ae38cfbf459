import { didYouMean } from '../did-you-mean.js';
import { type Rule, refusesSave } from './rule.js';

export const nodeTypeUnknown: Rule = {
  id: 'NODE_TYPE_UNKNOWN',
  meaning: 'The type of a node does not exist.',
  cure: 'Use a type that `GET /flows/node-types` lists.',
  ...refusesSave,
  check: (context) =>
    context.nodes
      .filter((node) => !context.shapeOf(node))
      .map((node) => ({
        nodeId: node.id,
        message: `${context.nameOf(node)} has the type "${node.type}", which does not exist.${didYouMean(node.type, context.catalogue.keys()) || ' Use a type that GET /flows/node-types lists.'}`,
      })),
};
