import { Arg, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { classesOf } from '../../../platform/records/index.js';
import { createFollowUpStep, deleteFollowUpStep, updateFollowUpStep } from './change-steps.js';
import { createDefaultSequence } from './create-default-sequence.js';
import { type FollowUpSequence, followUpSequences } from './follow-up-sequence.record.js';
import { FollowUpStep, FollowUpStepInput, UpdateFollowUpStepInput } from './follow-up-step.object.js';

@ObjectType({ simpleResolvers: true })
export class DefaultFollowUpSequence {
  @Field(() => Boolean, { description: 'False where it was there already' })
  created!: boolean;

  @Field(() => classesOf(followUpSequences).type)
  sequence!: FollowUpSequence;
}

@Resolver()
export class FollowUpMutations {
  @Mutation(() => DefaultFollowUpSequence, { description: "Makes the workspace's default sequence, once" })
  @Allow('followups:write')
  createDefaultFollowUpSequence(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
  ): Promise<DefaultFollowUpSequence> {
    return createDefaultSequence(scope);
  }

  @Mutation(() => FollowUpStep)
  @Allow('followups:write')
  createFollowUpStep(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('input', () => FollowUpStepInput) input: FollowUpStepInput,
  ): Promise<FollowUpStep> {
    return createFollowUpStep(scope, sequenceId, input);
  }

  @Mutation(() => FollowUpStep)
  @Allow('followups:write')
  updateFollowUpStep(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('followUpStepId', () => ID) stepId: string,
    @Arg('input', () => UpdateFollowUpStepInput) input: UpdateFollowUpStepInput,
  ): Promise<FollowUpStep> {
    return updateFollowUpStep(scope, sequenceId, stepId, input);
  }

  @Mutation(() => Deleted)
  @Allow('followups:write')
  deleteFollowUpStep(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('followUpStepId', () => ID) stepId: string,
  ): Promise<Deleted> {
    return deleteFollowUpStep(scope, sequenceId, stepId);
  }
}
