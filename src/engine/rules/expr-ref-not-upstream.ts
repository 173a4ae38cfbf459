import { type Rule, refusesRun } from './rule.js';

export const exprRefNotUpstream: Rule = {
  id: 'EXPR_REF_NOT_UPSTREAM',
  ...refusesRun,
  silencedBy: ['NODE_ORPHAN', 'NODE_UNREACHABLE', 'TRIGGER_MISSING', 'TRIGGER_MULTIPLE'],
  check: (facts) =>
    facts.references().flatMap(({ node, field, reference: { root, path } }) => {
      const id = String(path[0] ?? '');
      if (root !== 'steps' || path.length === 0 || !facts.nodesById.has(id)) return [];
      if (facts.isUpstream()(id, node.id)) return [];
      const message = `${facts.nameOf(node)}, field ${field}: ${facts.nameOf(id)} cannot have run before this node. Connect it before, or read another step.`;
      return [{ nodeId: node.id, field, message }];
    }),
};
