import { isRoot } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

/** A trigger without edges is allowed: an execution starts and ends there; so is an exit, which only ends it. */
export const nodeOrphan: Rule = {
  id: 'NODE_ORPHAN',
  meaning: 'A node is not connected.',
  cure: 'Connect it, or remove it.',
  ...refusesRun,
  check(context) {
    const touched = new Set(context.edges.flatMap(({ source, target }) => [source, target]));
    return context.nodes
      .filter((node) => !touched.has(node.id) && !isRoot(context.shapeOf(node) ?? {}))
      .map((node) => ({
        nodeId: node.id,
        message: `${context.nameOf(node)} is not connected to any node. Connect it, or remove it.`,
      }));
  },
};
