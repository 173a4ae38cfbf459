import { dataOf, isLoop, loopHandles, ownHandlesOf } from '../handles.js';
import { informs, type Rule } from './rule.js';

/** Some of a node's source handles are connected and others are not. `error`, `timeout` of nodes whose `timeout` is optional, and `done` of a loop may stay unconnected. */
export const branchUnwired: Rule = {
  id: 'BRANCH_UNWIRED',
  meaning: 'Some of the branches of a node are not connected.',
  cure: 'Connect the branch if something should happen there.',
  ...informs,
  check: (context) =>
    context.nodes.flatMap((node) => {
      const shape = context.shapeOf(node);
      if (!shape) return [];
      const handles = ownHandlesOf(shape, dataOf(node)).filter(
        (handle) => !(isLoop(shape) && handle === loopHandles.done),
      );
      const wired = new Set((context.outgoing().get(node.id) ?? []).map(({ sourceHandle }) => sourceHandle));
      const open = handles.filter((handle) => !wired.has(handle));
      if (wired.size === 0 || open.length === 0) return [];
      const message = `${context.nameOf(node)} has source handles that are not connected: ${open.join(', ')}. Connect them if something should happen there.`;
      return [{ nodeId: node.id, message }];
    }),
};
