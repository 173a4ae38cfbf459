import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesSave } from './rule.js';

export const edgeIdDuplicate: Rule = {
  id: 'EDGE_ID_DUPLICATE',
  meaning: 'Two edges have the same ID.',
  cure: 'Give each edge a unique ID.',
  ...refusesSave,
  check: (context) =>
    duplicatesOf(context.edges, ({ id }) => id).map((edge) => ({
      edgeId: edge.id,
      message: `The edge ID "${edge.id}" is not unique. Give each edge a unique ID.`,
    })),
};
