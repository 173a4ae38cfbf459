import { type Rule, refusesRun } from './rule.js';

/** A trigger that stands alone is no orphan: a run begins and ends there. */
export const nodeOrphan: Rule = {
  id: 'NODE_ORPHAN',
  meaning: 'A node is connected to nothing.',
  cure: 'Connect it, or remove it.',
  ...refusesRun,
  check(facts) {
    const touched = new Set(facts.edges.flatMap(({ source, target }) => [source, target]));
    return facts.nodes
      .filter((node) => !touched.has(node.id) && facts.shapeOf(node)?.trigger === undefined)
      .map((node) => ({
        nodeId: node.id,
        message: `${facts.nameOf(node)} is connected to nothing. Connect it or remove it.`,
      }));
  },
};
