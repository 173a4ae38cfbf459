import { dataOf } from '../handles.js';
import { informs, type Rule } from './rule.js';

export const nodeDisabled: Rule = {
  id: 'NODE_DISABLED',
  meaning: 'A node is disabled and passes its input through.',
  cure: 'Enable the node, or remove it.',
  ...informs,
  check: (context) =>
    context.nodes
      .filter((node) => dataOf(node).disabled === true)
      .map((node) => ({
        nodeId: node.id,
        field: 'disabled',
        message: `${context.nameOf(node)} is disabled and passes its input through. Enable it to run it.`,
      })),
};
