import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf } from '../../../platform/records/index.js';
import { flowsReferringTo, ReferringFlow } from '../flows/index.js';
import { type GlobalVariable, globalVariables } from './global-variable.record.js';

@Resolver(() => classesOf(globalVariables).type)
export class VariableUsageResolver {
  @FieldResolver(() => [ReferringFlow], { description: 'The flows whose current version uses the variable.' })
  usedBy(@Root() { name }: Pick<GlobalVariable, 'name'>, @CurrentScope() scope: Scope): Promise<ReferringFlow[]> {
    return scope.loader(flowsReferringTo).load({ kind: 'globalVar', name });
  }
}
