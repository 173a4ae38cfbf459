import { type Rule, refusesRun } from './rule.js';

export const exprSyntax: Rule = {
  id: 'EXPR_SYNTAX',
  meaning: 'An expression cannot be parsed.',
  cure: 'Correct it as the message says, see [expressions](expressions.md).',
  ...refusesRun,
  check: (context) =>
    context.expressions().flatMap(({ node, field, violation }) =>
      violation
        ? [
            {
              nodeId: node.id,
              field,
              message: context.fieldMessage(node, field, `is not a valid expression: ${violation.message}`),
            },
          ]
        : [],
    ),
};
