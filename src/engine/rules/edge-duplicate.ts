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
      message: `The edge "${edge.id}" duplicates another edge from ${context.nameOf(edge.source)} to ${context.nameOf(edge.target)}. Remove one of them.`,
    })),
};
