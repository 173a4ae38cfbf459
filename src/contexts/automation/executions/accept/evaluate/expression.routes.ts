import { EvaluateExpressionDocument } from '../../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../../rest/route.js';

export const expressionRoutes = workspaceRoutes({
  'POST /flows/evaluate': route({
    operation: EvaluateExpressionDocument,
    summary: 'Evaluate an expression',
    description:
      'Returns `value` and `type`, or `error` with its position and a suggestion. The expression reads the recorded data of an execution, or `data`. Secrets cannot be read.',
    example: { body: { expression: 'Hello {{triggerData.name}}', data: { triggerData: { name: 'Ana' } } } },
    data: ({ workspace: { evaluateExpression } }) => {
      const { value, type, missing, error } = evaluateExpression ?? {};
      return { ...(type && { value, type, missing }), ...(error && { error }) };
    },
  }),
});
