import { type Rule, refusesRun } from './rule.js';

export const exprCallInvalid: Rule = {
  id: 'EXPR_CALL_INVALID',
  meaning: 'An expression calls a function that does not exist, or with values that it never accepts.',
  cure: 'Use one of the functions of [expressions](expressions.md), with values of the types that it accepts.',
  ...refusesRun,
  check: (context) =>
    context
      .expressions()
      .flatMap(({ node, field, expressions }) =>
        expressions.flatMap(({ problem }) =>
          problem === null ? [] : [{ nodeId: node.id, field, message: context.fieldMessage(node, field, problem) }],
        ),
      ),
};
