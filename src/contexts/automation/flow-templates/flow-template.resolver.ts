import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { CopyFlowInput, contentRules, Flow } from '../flows/index.js';
import { createFlowTemplate } from './create-flow-template.js';
import { deleteFlowTemplate } from './delete-flow-template.js';
import { findFlowTemplate } from './find-flow-template.js';
import { FlowTemplate, FlowTemplatePage } from './flow-template.entity.js';
import { CreateFlowTemplateInput, FlowTemplateListArgs, UpdateFlowTemplateInput } from './flow-template.input.js';
import { listFlowTemplates } from './list-flow-templates.js';
import { updateFlowTemplate } from './update-flow-template.js';
import { useFlowTemplate } from './use-flow-template.js';

@Resolver(() => Workspace)
export class WorkspaceFlowTemplatesResolver {
  @FieldResolver(() => FlowTemplatePage, {
    description: 'The templates of the workspace and the built-in ones, newest first by default.',
  })
  @Allow('flows:read')
  templates(
    @CurrentScope() scope: Scope,
    @Args(() => FlowTemplateListArgs) args: FlowTemplateListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<FlowTemplate>> {
    return listFlowTemplates(scope, args, requestedFields(info));
  }

  @FieldResolver(() => FlowTemplate, { description: 'A template of the workspace or a built-in one.' })
  @Allow('flows:read')
  template(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string): Promise<FlowTemplate> {
    return findFlowTemplate(scope, id);
  }
}

@Resolver()
export class FlowTemplateMutations {
  @Mutation(() => FlowTemplate, { description: 'Create a flow template.' })
  @Allow('flows:write')
  @Refuses(...contentRules)
  createFlowTemplate(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFlowTemplateInput) input: CreateFlowTemplateInput,
  ): Promise<FlowTemplate> {
    return createFlowTemplate(scope, input);
  }

  @Mutation(() => FlowTemplate, {
    description: 'Update a flow template. Flows that were created from it stay unchanged.',
  })
  @Allow('flows:write')
  @Refuses(...contentRules)
  updateFlowTemplate(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('templateId', () => ID) templateId: string,
    @Arg('input', () => UpdateFlowTemplateInput) input: UpdateFlowTemplateInput,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<FlowTemplate> {
    return updateFlowTemplate(scope, templateId, input, ifUnmodifiedSince);
  }

  @Mutation(() => Deleted, { description: 'Delete a flow template. Flows that were created from it stay.' })
  @Allow('flows:write')
  deleteFlowTemplate(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('templateId', () => ID) templateId: string,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Deleted> {
    return deleteFlowTemplate(scope, templateId, ifUnmodifiedSince);
  }

  @Mutation(() => Flow, { description: 'Create a paused flow from a template.' })
  @Allow('flows:write')
  @Refuses('REFERENCE_UNKNOWN')
  useFlowTemplate(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('templateId', () => ID) templateId: string,
    @Arg('input', () => CopyFlowInput, { nullable: true }) input: CopyFlowInput | null,
  ): Promise<Flow> {
    return useFlowTemplate(scope, templateId, input ?? {});
  }
}
