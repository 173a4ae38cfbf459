import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import { HasJsonForm } from '../../../platform/graphql/json-form.js';
import { Batched, type Parents } from '../../../platform/graphql/levels/batched.js';
import { selectItems, type WriteField, Written, writeObject } from '../../../platform/graphql/levels/json-columns.js';
import type { JsonText } from '../../../platform/graphql/levels/json-text.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { classesOf, readRecords } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { folders } from '../flow-folders/index.js';
import { contentRules } from './content/content-rules.js';
import type { FlowVariable } from './content/flow-content.js';
import { FlowVariableObject } from './content/flow-variable.object.js';
import { graphDescriptions } from './content/graph-descriptions.js';
import { flowEdgeForm, flowNodeForm } from './content/graph-forms.js';
import { createFlow } from './create-flow.js';
import { deleteFlow } from './delete-flow.js';
import { findFlow } from './find-flow.js';
import { Flow, FlowPage } from './flow.entity.js';
import { CreateFlowInput, FlowListArgs, UpdateFlowInput } from './flow.input.js';
import { flowGraph } from './flow.loaders.js';
import { flowTexts } from './flow-columns.js';
import { listFlows } from './list-flows.js';
import { updateFlow } from './update-flow.js';
import { FlowValidation } from './validation/flow-validation.object.js';
import { ValidateFlowContentInput } from './validation/validate-flow-content.input.js';
import { validateFlowContent } from './validation/validate-flow-content.js';
import { validateStoredFlow } from './validation/validate-stored-flow.js';
import { regenerateWebhookToken } from './webhooks/regenerate-webhook-token.js';

/** Not the class `Flow`: type-graphql would copy each row into an entity before the call. */
type FlowRow = Pick<Flow, 'id' | 'version' | 'folderId' | 'settings'>;

type JsonObjects = Record<string, unknown>[];

@Resolver(() => Workspace)
export class WorkspaceFlowsResolver {
  @FieldResolver(() => FlowPage, { description: 'The flows of the workspace, newest first by default.' })
  @Allow('flows:read')
  flows(
    @CurrentScope() scope: Scope,
    @Args(() => FlowListArgs) args: FlowListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<Flow | JsonText>> {
    return listFlows(scope, args, requestedFields(info), selectItems(info, flowTexts, 'f'));
  }

  @FieldResolver(() => Flow, { description: 'A flow of the workspace.' })
  @Allow('flows:read')
  flow(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string, @Info() info: GraphQLResolveInfo): Promise<Flow> {
    return findFlow(scope, id, requestedFields(info));
  }

  @FieldResolver(() => FlowValidation, {
    description: 'The validation rules that content breaks which is not saved, and the predicted cost of an execution.',
  })
  @Allow('flows:write')
  @Refuses(...contentRules)
  validateFlowContent(
    @CurrentScope() scope: Scope,
    @Arg('input', () => ValidateFlowContentInput) input: ValidateFlowContentInput,
  ): Promise<FlowValidation> {
    return validateFlowContent(scope, input);
  }
}

const folderTexts = { id: 'd.id', name: 'd.name', parentId: 'd.parent_id' };

const writeFolder: WriteField = (field, parent) => {
  const folder = writeObject(field, folderTexts, 'd');
  return (
    folder && {
      sql: `coalesce((select ${folder.sql} from flow_folders d
        where d.workspace_id = ${parent}.workspace_id and d.id = ${parent}.folder_id), 'null')`,
      large: folder.large,
    }
  );
};

@Resolver(() => Flow)
export class FlowResolver {
  @FieldResolver(() => [JsonObject], { description: graphDescriptions.nodes })
  @HasJsonForm(flowNodeForm)
  async nodes(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<JsonObjects> {
    return (await scope.loader(flowGraph).load(flow)).nodes as unknown as JsonObjects;
  }

  @FieldResolver(() => [JsonObject], { description: graphDescriptions.edges })
  @HasJsonForm(flowEdgeForm)
  async edges(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<JsonObjects> {
    return (await scope.loader(flowGraph).load(flow)).edges as unknown as JsonObjects;
  }

  @FieldResolver(() => [FlowVariableObject], { description: graphDescriptions.variables })
  async variables(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<FlowVariable[]> {
    return (await scope.loader(flowGraph).load(flow)).variables;
  }

  @FieldResolver(() => classesOf(folders).type, { nullable: true, description: 'The folder of the flow.' })
  @Batched()
  @Written(writeFolder)
  folder(
    @Root() flows: Parents<FlowRow>,
    @CurrentScope() scope: Scope,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(object | null)[]> {
    const ids = flows.map(({ folderId }) => folderId);
    return readRecords(scope, folders, ids, requestedFields(info));
  }

  @FieldResolver(() => FlowValidation, {
    description: 'The validation rules that the flow breaks, and the predicted cost of an execution.',
  })
  validation(@Root() flow: FlowRow, @CurrentScope() scope: Scope): Promise<FlowValidation> {
    return validateStoredFlow(scope, flow);
  }
}

@Resolver()
export class FlowMutations {
  @Mutation(() => Flow, { description: 'Create a flow. It is paused until you activate it.' })
  @Allow('flows:write')
  @Refuses(...contentRules)
  createFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFlowInput) input: CreateFlowInput,
  ): Promise<Flow> {
    return createFlow(scope, input);
  }

  @Mutation(() => Flow, { description: 'Update a flow: change its content, activate it or pause it.' })
  @Allow('flows:write')
  @Refuses(...contentRules)
  updateFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => UpdateFlowInput) input: UpdateFlowInput,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Flow> {
    return updateFlow(scope, flowId, input, ifUnmodifiedSince);
  }

  @Mutation(() => Deleted, { description: 'Delete a flow. Its executions stay.' })
  @Allow('flows:write')
  deleteFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Deleted> {
    return deleteFlow(scope, flowId, ifUnmodifiedSince);
  }

  @Mutation(() => Flow, {
    description: 'Regenerate the token of a webhook or form of a flow. The old token stops working immediately.',
  })
  @Allow('flows:write')
  @Refuses('REFERENCE_UNKNOWN')
  regenerateWebhookToken(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('nodeId', () => String, { nullable: true, description: 'The trigger. Defaults to the first webhook.' })
    nodeId: string | null,
  ): Promise<Flow> {
    return regenerateWebhookToken(scope, flowId, nodeId ?? null);
  }
}
