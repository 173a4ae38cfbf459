import { type Rule, refusesRun } from './rule.js';

export const nodeUnreachable: Rule = {
  id: 'NODE_UNREACHABLE',
  meaning: 'No path leads from the trigger to the node.',
  cure: 'Connect it, or remove it.',
  ...refusesRun,
  silencedBy: ['NODE_TYPE_UNKNOWN', 'NODE_ORPHAN', 'TRIGGER_MISSING'],
  check: (context) =>
    context.nodes
      .filter((node) => !context.reachable().has(node.id))
      .map((node) => ({
        nodeId: node.id,
        message: `No path leads from the trigger to ${context.nameOf(node)}. Connect it, or remove it.`,
      })),
};
