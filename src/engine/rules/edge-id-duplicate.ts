import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesSave } from './rule.js';

export const edgeIdDuplicate: Rule = {
  id: 'EDGE_ID_DUPLICATE',
  meaning: 'Two edges have the same id.',
  cure: 'Give each edge its own id.',
  ...refusesSave,
  check: (context) =>
    duplicatesOf(context.edges, ({ id }) => id).map((edge) => ({
      edgeId: edge.id,
      message: `Another edge has the id "${edge.id}" too. Give each edge an id of its own.`,
    })),
};
