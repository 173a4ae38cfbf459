import { Arg, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../../platform/graphql/if-unmodified-since.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { contentRules } from '../content/content-rules.js';
import { Flow } from '../flow.entity.js';
import { FlowValidation } from '../validation/flow-validation.object.js';
import { validateContent } from '../validation/validate-stored-flow.js';
import { discardFlowDraft } from './discard-flow-draft.js';
import { FlowDraft } from './flow-draft.entity.js';
import { FlowDraftInput, PublishFlowInput } from './flow-draft.input.js';
import { draftOfFlow } from './flow-draft.loader.js';
import { publishFlow } from './publish-flow.js';
import { saveFlowDraft } from './save-flow-draft.js';

@Resolver(() => Flow)
export class FlowDraftsResolver {
  @FieldResolver(() => FlowDraft, {
    nullable: true,
    description: 'The draft of the flow; null for a flow without one.',
  })
  draft(@Root() { id }: Pick<Flow, 'id'>, @CurrentScope() scope: Scope): Promise<FlowDraft | null> {
    return scope.loader(draftOfFlow).load(id);
  }
}

@Resolver(() => FlowDraft)
export class FlowDraftResolver {
  @FieldResolver(() => ID)
  id(@Root() { flowId }: Pick<FlowDraft, 'flowId'>): string {
    return `draft:${flowId}`;
  }

  @FieldResolver(() => FlowValidation, {
    description: 'The validation rules that the draft breaks, and the predicted cost of an execution.',
  })
  validation(@Root() draft: FlowDraft, @CurrentScope() scope: Scope): Promise<FlowValidation> {
    return validateContent(scope, draft.flowId, draft);
  }
}

@Resolver()
export class FlowDraftMutations {
  @Mutation(() => FlowDraft, {
    description:
      'Save the draft of a flow. It may break validation rules, and changes nothing that runs until it is published.',
  })
  @Allow('flows:write')
  @Refuses(...contentRules)
  saveFlowDraft(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => FlowDraftInput) input: FlowDraftInput,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<FlowDraft> {
    return saveFlowDraft(scope, flowId, input, ifUnmodifiedSince);
  }

  @Mutation(() => Flow, {
    description: 'Publish the draft of a flow: its content becomes a new version, and the draft is deleted.',
  })
  @Allow('flows:write')
  @Refuses(...contentRules)
  publishFlow(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => PublishFlowInput, { nullable: true }) input: PublishFlowInput | null,
  ): Promise<Flow> {
    return publishFlow(scope, flowId, input ?? {});
  }

  @Mutation(() => Deleted, { description: 'Discard the draft of a flow. The flow stays as it was published.' })
  @Allow('flows:write')
  discardFlowDraft(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<Deleted> {
    return discardFlowDraft(scope, flowId, ifUnmodifiedSince);
  }
}
