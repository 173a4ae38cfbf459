import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesSave } from './rule.js';

export const nodeIdDuplicate: Rule = {
  id: 'NODE_ID_DUPLICATE',
  meaning: 'Two nodes have the same ID.',
  cure: 'Give each node a unique ID.',
  ...refusesSave,
  check: (context) =>
    duplicatesOf(context.nodes, ({ id }) => id).map((node) => ({
      nodeId: node.id,
      message: `The node ID "${node.id}" is not unique. Give each node a unique ID.`,
    })),
};
