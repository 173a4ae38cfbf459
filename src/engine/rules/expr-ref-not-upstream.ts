import { type Rule, refusesRun } from './rule.js';

export const exprRefNotUpstream: Rule = {
  id: 'EXPR_REF_NOT_UPSTREAM',
  meaning: 'An expression reads a step that cannot have run before its node.',
  cure: 'Read a step from which a path leads to this node.',
  ...refusesRun,
  silencedBy: ['NODE_ORPHAN', 'NODE_UNREACHABLE', 'TRIGGER_MISSING', 'TRIGGER_LIMIT'],
  check(context) {
    const isUpstream = context.isUpstream();
    return context.references().flatMap(({ node, field, reference: { root, path } }) => {
      if (root !== 'steps' || path[0] === undefined) return [];
      const id = `${path[0]}`;
      if (!context.nodesById.has(id) || isUpstream(id, node.id)) return [];
      const message = context.fieldMessage(
        node,
        field,
        `reads ${context.nameOf(id)}, which cannot have run before this node. Connect it before this node, or read another step.`,
      );
      return [{ nodeId: node.id, field, message }];
    });
  },
};
