import { loopHandles } from '../handles.js';
import { type Rule, warns } from './rule.js';

export const loopNoBackEdge: Rule = {
  id: 'LOOP_NO_BACK_EDGE',
  meaning: 'The item branch of a loop never returns to `next`, so the loop has no results.',
  cure: 'Connect the last step of the branch to `next`.',
  ...warns,
  silencedBy: ['NODE_ORPHAN', 'NODE_UNREACHABLE'],
  check: (context) =>
    context
      .loops()
      .filter((loop) => {
        const leaving = context.outgoing().get(loop.id) ?? [];
        const arriving = context.resolved().filter((edge) => edge.target === loop.id);
        return (
          leaving.some((edge) => edge.sourceHandle === loopHandles.item) &&
          !arriving.some((edge) => edge.targetHandle === loopHandles.next)
        );
      })
      .map((loop) => ({
        nodeId: loop.id,
        message: `The item branch of ${context.nameOf(loop)} never returns to "next", so the loop has no results. Connect the last step of the branch to "next".`,
      })),
};
