import { didYouMean } from '../did-you-mean.js';
import { dataOf } from '../handles.js';
import { type Rule, warns } from './rule.js';

/** Only warns: the name may stand in a comment, or on a line that never runs. */
export const codeNodeUnknown: Rule = {
  id: 'CODE_NODE_UNKNOWN',
  meaning: "Code reads a node that does not exist, as `$('Get orders')` where no node has this name or ID.",
  cure: 'Use the name or the ID of a node of this flow.',
  ...warns,
  check(context) {
    const ids = [...context.nodesById.keys()];
    const labels = context.nodes.flatMap((node) => {
      const { label } = dataOf(node);
      return typeof label === 'string' && label.trim() !== '' ? [label.trim()] : [];
    });
    const known = new Set([...labels, ...ids]);
    return context.nodes.flatMap((node) => {
      const { nodesNamed } = context.shapeOf(node) ?? {};
      if (!nodesNamed) return [];
      const { field, names } = nodesNamed(dataOf(node));
      const unknown = [...new Set(names)].filter((name) => !known.has(name));
      return unknown.map((name) => {
        const problem = `reads the node "${name}", which is not found in the flow.${didYouMean(name, known)} Use the name or the ID of a node of this flow.`;
        return { nodeId: node.id, field, message: context.fieldMessage(node, field, problem) };
      });
    });
  },
};
