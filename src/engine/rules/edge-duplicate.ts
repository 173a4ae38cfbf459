import { duplicatesOf } from './duplicates.js';
import { type Rule, warns } from './rule.js';

export const edgeDuplicate: Rule = {
  id: 'EDGE_DUPLICATE',
  meaning: 'Two edges connect the same handles.',
  cure: 'Remove one of them.',
  ...warns,
  silencedBy: ['EDGE_ID_DUPLICATE'],
  check: (context) =>
    duplicatesOf(context.resolved(), ({ source, sourceHandle, target, targetHandle }) =>
      [source, sourceHandle, target, targetHandle].join('\u0000'),
    ).map((edge) => ({
      edgeId: edge.id,
      message: `The edge "${edge.id}" connects ${context.nameOf(edge.source)} and ${context.nameOf(edge.target)} a second time. Remove it.`,
    })),
};
