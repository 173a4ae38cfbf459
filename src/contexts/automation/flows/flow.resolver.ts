import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { classesOf, loadRecord } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { folders } from '../flow-folders/index.js';
import { createFlow } from './create-flow.js';
import { deleteFlow } from './delete-flow.js';
import { findFlow } from './find-flow.js';
import { Flow, FlowPage } from './flow.entity.js';
import { CreateFlowInput, FlowListArgs, UpdateFlowInput } from './flow.input.js';
import { flowGraph } from './flow.loaders.js';
import { listFlows } from './list-flows.js';
import { updateFlow } from './update-flow.js';
import { FlowValidation } from './validation/flow-validation.object.js';
import { validateStoredFlow } from './validation/validate-stored-flow.js';
import { regenerateWebhookToken } from './webhooks/regenerate-webhook-token.js';

/** Not the class: type-graphql would copy each row into an entity before it calls. */
type FlowRow = Pick<Flow, 'id' | 'version' | 'folderId' | 'settings'>;

type JsonObjects = Record<string, unknown>[];

@Resolver(() => Workspace)
export class WorkspaceFlowsResolver {
  @FieldResolver(() => FlowPage)
  @Allow('flows:read')
  flows(
    @CurrentScope() scope: Scope,
    @Args(() => FlowListArgs) args: FlowListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<Flow>> {
    return listFlows(scope, args, requestedFields(info));
  }

  @FieldResolver(() => Flow)
  @Allow('flows:read')
  flow(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string, @Info() info: GraphQLResolveInfo): Promise<Flow> {
    return findFlow(scope, id, requestedFields(info));
  }
}

@Resolver(() => Flow)
export class FlowResolver {
  @FieldResolver(() => [JsonObject], { description: "In React Flow's format" })
  async nodes(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<JsonObjects> {
    return (await scope.loader(flowGraph).load(flow)).nodes as unknown as JsonObjects;
  }

  @FieldResolver(() => [JsonObject], { description: "In React Flow's format" })
  async edges(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<JsonObjects> {
    return (await scope.loader(flowGraph).load(flow)).edges as unknown as JsonObjects;
  }

  @FieldResolver(() => [JsonObject], { description: 'Each with name, value, type and scope' })
  async variables(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<JsonObjects> {
    return (await scope.loader(flowGraph).load(flow)).variables as unknown as JsonObjects;
  }

  @FieldResolver(() => classesOf(folders).type, { nullable: true })
  folder(
    @Root() flow: FlowRow,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object | null> | null {
    return flow.folderId ? loadRecord(scope, folders, flow.folderId, requestedFields(info)) : null;
  }

  @FieldResolver(() => FlowValidation, { description: 'What stands in the way of activating it' })
  validation(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<FlowValidation> {
    return validateStoredFlow(scope, flow);
  }
}

@Resolver()
export class FlowMutations {
  @Mutation(() => Flow, { description: 'Stores a new flow, paused' })
  @Allow('flows:write')
  createFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFlowInput) input: CreateFlowInput,
  ): Promise<Flow> {
    return createFlow(scope, input);
  }

  @Mutation(() => Flow, { description: 'Changes what is sent; activates or pauses' })
  @Allow('flows:write')
  updateFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => UpdateFlowInput) input: UpdateFlowInput,
  ): Promise<Flow> {
    return updateFlow(scope, flowId, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a flow; its executions stay' })
  @Allow('flows:write')
  deleteFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
  ): Promise<Deleted> {
    return deleteFlow(scope, flowId);
  }

  @Mutation(() => Flow, { description: 'Replaces the webhook token; the old one stops working at once' })
  @Allow('flows:write')
  regenerateWebhookToken(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
  ): Promise<Flow> {
    return regenerateWebhookToken(scope, flowId);
  }
}
