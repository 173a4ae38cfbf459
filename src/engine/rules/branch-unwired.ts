import { dataOf, errorHandle, isLoop, loopHandles, sourceHandlesOf } from '../handles.js';
import { informs, type Rule } from './rule.js';

/** Of a node with several branches some lead on and some do not. A loop may end at `done`, and `error` need not be wired. */
export const branchUnwired: Rule = {
  id: 'BRANCH_UNWIRED',
  meaning: 'A node with several branches has some that lead nowhere.',
  cure: 'Connect the branch, if something should happen there.',
  ...informs,
  check: (context) =>
    context.nodes.flatMap((node) => {
      const shape = context.shapeOf(node);
      if (!shape) return [];
      const handles = sourceHandlesOf(shape, dataOf(node)).filter(
        (handle) => handle !== errorHandle && !(isLoop(shape) && handle === loopHandles.done),
      );
      const wired = new Set((context.outgoing().get(node.id) ?? []).map(({ sourceHandle }) => sourceHandle));
      const open = handles.filter((handle) => !wired.has(handle));
      if (wired.size === 0 || open.length === 0) return [];
      const message = `${context.nameOf(node)} leads nowhere by ${open.join(', ')}. Connect it, if something is to happen there.`;
      return [{ nodeId: node.id, message }];
    }),
};
