import { type Rule, refusesRun } from './rule.js';

export const exprSyntax: Rule = {
  id: 'EXPR_SYNTAX',
  ...refusesRun,
  check: (facts) =>
    facts
      .expressions()
      .flatMap(({ node, field, fault }) =>
        fault ? [{ nodeId: node.id, field, message: `${facts.nameOf(node)}, field ${field}: ${fault.message}` }] : [],
      ),
};
