import { Arg, Field, FieldResolver, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { IfUnmodifiedSince } from '../../../platform/graphql/if-unmodified-since.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { createFollowUpStep, deleteFollowUpStep, findFollowUpStep, updateFollowUpStep } from './change-steps.js';
import { createDefaultSequence } from './create-default-sequence.js';
import { type FollowUpSequence, followUpSequences } from './follow-up-sequence.record.js';
import { FollowUpStep, FollowUpStepInput, UpdateFollowUpStepInput } from './follow-up-step.object.js';

@ObjectType({ simpleResolvers: true, description: 'The result of creating the default follow-up sequence.' })
export class DefaultFollowUpSequence {
  @Field(() => Boolean, { description: 'True if the sequence was created, false if it already existed.' })
  created!: boolean;

  @Field(() => classesOf(followUpSequences).type, { description: 'The default sequence of the workspace.' })
  sequence!: FollowUpSequence;
}

@Resolver(() => Workspace)
export class FollowUpResolver {
  @FieldResolver(() => FollowUpStep, { description: 'A step of a follow-up sequence.' })
  @Allow('followups:read')
  followUpStep(
    @CurrentScope() scope: Scope,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('followUpStepId', () => ID) stepId: string,
  ): Promise<FollowUpStep> {
    return findFollowUpStep(scope, sequenceId, stepId);
  }

  @Mutation(() => DefaultFollowUpSequence, {
    description: 'Create the default follow-up sequence of the workspace, unless it already exists.',
  })
  @Allow('followups:write')
  createDefaultFollowUpSequence(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
  ): Promise<DefaultFollowUpSequence> {
    return createDefaultSequence(scope);
  }

  @Mutation(() => FollowUpStep, {
    description: 'Create a follow-up step at the position in `stepNumber`, or at the end, and renumber the others.',
  })
  @Allow('followups:write')
  @Refuses('REQUIRED_WITH', 'REFERENCE_UNKNOWN', 'MERGE_FIELD_UNKNOWN', 'LIMIT_REACHED', 'DUPLICATE')
  createFollowUpStep(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('input', () => FollowUpStepInput) input: FollowUpStepInput,
  ): Promise<FollowUpStep> {
    return createFollowUpStep(scope, sequenceId, input);
  }

  @Mutation(() => FollowUpStep, { description: 'Update a follow-up step. `stepNumber` moves it.' })
  @Allow('followups:write')
  @Refuses('REQUIRED_WITH', 'REFERENCE_UNKNOWN', 'MERGE_FIELD_UNKNOWN')
  updateFollowUpStep(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('followUpSequenceId', () => ID) sequenceId: string,
    @Arg('followUpStepId', () => ID) stepId: string,
    @Arg('input', () => UpdateFollowUpStepInput) input: UpdateFollowUpStepInput,
    @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
  ): Promise<FollowUpStep> {
    return updateFollowUpStep(scope, sequenceId, stepId, input, ifUnmodifiedSince);
  }

  @Mutation(() => Deleted, { description: 'Delete a follow-up step and renumber the steps after it.' })
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
