import { dataOf } from '../handles.js';
import { duplicatesOf } from './duplicates.js';
import { type Rule, warns } from './rule.js';

export const nodeNameDuplicate: Rule = {
  id: 'NODE_NAME_DUPLICATE',
  meaning: 'Two nodes have the same name.',
  cure: 'Rename one of them.',
  ...warns,
  silencedBy: ['NODE_ID_DUPLICATE'],
  check: (context) =>
    duplicatesOf(context.nodes, (node) => {
      const { label } = dataOf(node);
      return typeof label === 'string' && label.trim() !== '' ? label.trim() : undefined;
    }).map((node) => ({
      nodeId: node.id,
      field: 'label',
      message: `The label ${context.nameOf(node)} is not unique. Rename one of the nodes, so that their steps can be distinguished.`,
    })),
};
