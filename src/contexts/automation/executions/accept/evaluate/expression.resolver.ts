import { Arg, FieldResolver, Resolver } from 'type-graphql';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../../../platform/graphql/refuses.js';
import { Workspace } from '../../../../accounts/workspaces/index.js';
import { evaluateExpression } from './evaluate-expression.js';
import { EvaluatedExpression, EvaluateExpressionInput } from './expression.object.js';

@Resolver(() => Workspace)
export class ExpressionResolver {
  @FieldResolver(() => EvaluatedExpression, {
    description: 'The value of an expression, on the recorded data of an execution or on data of your own.',
  })
  @Allow({ capability: ['flows:write', 'flows:read'] })
  @Refuses('ROOT_UNKNOWN', 'REFERENCE_UNKNOWN')
  evaluateExpression(
    @CurrentScope() scope: Scope,
    @Arg('input', () => EvaluateExpressionInput) input: EvaluateExpressionInput,
  ): Promise<EvaluatedExpression> {
    return evaluateExpression(scope, input);
  }
}
