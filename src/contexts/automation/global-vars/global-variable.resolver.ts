import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { flowsReferringTo, ReferringFlow } from '../flows/index.js';
import { createGlobalVariable } from './create-global-variable.js';
import { deleteGlobalVariable } from './delete-global-variable.js';
import { GlobalVariable, GlobalVariablePage } from './global-variable.entity.js';
import {
  CreateGlobalVariableInput,
  GlobalVariableListArgs,
  UpdateGlobalVariableInput,
} from './global-variable.input.js';
import { findGlobalVariable, listGlobalVariables } from './list-global-variables.js';
import { updateGlobalVariable } from './update-global-variable.js';

@Resolver(() => Workspace)
export class WorkspaceGlobalVariablesResolver {
  @FieldResolver(() => GlobalVariablePage)
  @Allow({ keyCapability: 'flows:read' })
  globalVariables(
    @CurrentScope() scope: Scope,
    @Args(() => GlobalVariableListArgs) args: GlobalVariableListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<GlobalVariable>> {
    return listGlobalVariables(scope, args, requestedFields(info));
  }

  @FieldResolver(() => GlobalVariable)
  @Allow({ keyCapability: 'flows:read' })
  globalVariable(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string): Promise<GlobalVariable> {
    return findGlobalVariable(scope, id);
  }
}

@Resolver(() => GlobalVariable)
export class GlobalVariableResolver {
  @FieldResolver(() => [ReferringFlow], { description: 'The flows whose current graph names it' })
  usedBy(@Root() { name }: Pick<GlobalVariable, 'name'>, @CurrentScope() scope: Scope): Promise<ReferringFlow[]> {
    return scope.loader(flowsReferringTo).load({ kind: 'globalVar', name });
  }
}

@Resolver()
export class GlobalVariableMutations {
  @Mutation(() => GlobalVariable)
  @Allow({ keyCapability: 'flows:write' })
  createGlobalVariable(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateGlobalVariableInput) input: CreateGlobalVariableInput,
  ): Promise<GlobalVariable> {
    return createGlobalVariable(scope, input);
  }

  @Mutation(() => GlobalVariable, { description: 'Changes what is sent; flows that name the old name keep it' })
  @Allow({ keyCapability: 'flows:write' })
  updateGlobalVariable(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('varId', () => ID) varId: string,
    @Arg('input', () => UpdateGlobalVariableInput) input: UpdateGlobalVariableInput,
  ): Promise<GlobalVariable> {
    return updateGlobalVariable(scope, varId, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes it; steps that read it then fail with GLOBAL_VAR_MISSING' })
  @Allow({ keyCapability: 'flows:write' })
  deleteGlobalVariable(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('varId', () => ID) varId: string,
  ): Promise<Deleted> {
    return deleteGlobalVariable(scope, varId);
  }
}
