import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { credits, predictCost } from '../../../billing/usage/index.js';
import { FlowValidation, PredictedRunCost } from './flow-validation.object.js';

@Resolver(() => FlowValidation)
export class FlowValidationResolver {
  @FieldResolver(() => PredictedRunCost, { description: 'What an execution of the flow is expected to cost.' })
  predictedCost(@Root() { nodes }: FlowValidation, @CurrentScope() scope: Scope): Promise<PredictedRunCost> {
    return predictCost(scope.services.get(credits).rates, scope.workspaceId, nodes);
  }
}
