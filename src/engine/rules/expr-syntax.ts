import { type Rule, refusesRun } from './rule.js';

export const exprSyntax: Rule = {
  id: 'EXPR_SYNTAX',
  meaning: 'An expression cannot be parsed.',
  cure: 'Correct it as the message says, see [expressions](expressions.md).',
  ...refusesRun,
  check: (facts) =>
    facts
      .expressions()
      .flatMap(({ node, field, fault }) =>
        fault ? [{ nodeId: node.id, field, message: `${facts.nameOf(node)}, field ${field}: ${fault.message}` }] : [],
      ),
};
