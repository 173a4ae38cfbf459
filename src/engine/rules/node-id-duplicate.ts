import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesSave } from './rule.js';

export const nodeIdDuplicate: Rule = {
  id: 'NODE_ID_DUPLICATE',
  meaning: 'Two nodes have the same id.',
  cure: 'Give each node its own id.',
  ...refusesSave,
  check: (context) =>
    duplicatesOf(context.nodes, ({ id }) => id).map((node) => ({
      nodeId: node.id,
      message: `Another node has the id "${node.id}" too. Give each node an id of its own.`,
    })),
};
