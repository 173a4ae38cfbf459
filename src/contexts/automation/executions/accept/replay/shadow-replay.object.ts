import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, Max, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { EngineError } from '../../../../../engine/step.js';
import { must } from '../../../../../platform/errors/violation-words.js';
import { defineEnum } from '../../../../../platform/graphql/enums.js';
import { DateTime } from '../../../../../platform/graphql/scalars.js';
import { EachUuid } from '../../../../../platform/records/field-rules.js';
import { ExecutionStatusName, StepStatusName } from '../../store/execution-enums.js';
import { ExecutionError } from '../../store/execution-error.object.js';

/** Executions that one request replays. */
export const executionsAtMost = 50;
/** Executions that are replayed if the request does not say how many. */
export const executionsByDefault = 10;

export const ReplayedContent = defineEnum('ReplayedContent', 'What a shadow replay runs', {
  draft: 'The draft of the flow',
  version: 'The current version, because the flow has no draft',
});
export type ReplayedContent = keyof typeof ReplayedContent;

export const ReplayResult = defineEnum('ReplayResult', 'How a replay compares with its execution', {
  same: 'Every step is the same',
  different: 'A step, or how the execution ends, is different',
  notReplayed: 'The execution could not be replayed; see `reason`',
});
export type ReplayResult = keyof typeof ReplayResult;

export const NotReplayedReason = defineEnum('NotReplayedReason', 'Why an execution was not replayed', {
  running: 'It has not ended: what it will record is not known',
  cancelled: 'It was cancelled before its end',
  notBegun: 'It ended before its first step',
  startNodeMissing: 'It began at a node that the replayed content lacks',
  tooLarge: 'It has recorded, or its replay leads to, more than 2,000 steps or too many bytes',
  timeLimit: 'The time of the request, or of one replay, was over',
});
export type NotReplayedReason = keyof typeof NotReplayedReason;

export const StepComparison = defineEnum('StepComparison', 'How a step of a replay compares with the recorded one', {
  same: 'It is the same',
  changed: 'Its status, handle, type, output or error is another, or the input of its effect or wait; see `changes`',
  added: 'Only the replay has it',
  removed: 'Only the execution has it',
  unrecorded:
    'Its effect or wait was not recorded: the pinned data of its node, or the sample of its type, was used as output',
});
export type StepComparison = keyof typeof StepComparison;

export const StepPart = defineEnum('StepPart', 'A part of a step that a replay compares', {
  status: 'How the step ended',
  handle: 'The handle by which the execution went on',
  type: 'The type of the node',
  input: 'The resolved fields of the node',
  output: 'What the step returned',
  error: 'Why the step failed',
});
export type StepPart = keyof typeof StepPart;

@InputType({ description: 'Which executions of a flow are replayed.' })
export class ShadowReplayInput {
  @Field(() => [ID], {
    nullable: true,
    description: `The executions, 1 to ${executionsAtMost}: of this flow, and no simulations. Defaults to those that completed or failed last.`,
  })
  @IsOptional()
  @ArrayMinSize(1, { message: `$property ${must.haveAtLeastEntries(1)}` })
  @ArrayMaxSize(executionsAtMost, { message: `$property ${must.haveAtMostEntries(executionsAtMost)}` })
  @ArrayUnique({ message: `$property ${must.notHaveDuplicates}` })
  @EachUuid('execution')
  executionIds?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many of the last executions, 1 to ${executionsAtMost}. Defaults to ${executionsByDefault}. Not allowed with \`executionIds\`.`,
  })
  @IsOptional()
  @Min(1)
  @Max(executionsAtMost)
  limit?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'A value of a step that is another in the replay.' })
export class ReplayedChange {
  @Field(() => StepPart, { description: 'The part of the step.' })
  part!: StepPart;

  @Field(() => String, {
    nullable: true,
    description: 'Where the value is in this part, for example `body.items[0].total`; null for the whole part.',
  })
  path!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The recorded value as JSON; null if the execution has no value there.',
  })
  before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The value in the replay as JSON; null if the replay has no value there.',
  })
  after!: string | null;

  @Field(() => Boolean, {
    description: 'Whether only the beginning of a value is shown, or nothing of it, because it is too large.',
  })
  isCut!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A step of a replay, compared with the recorded one.' })
export class ReplayedStep {
  @Field(() => String, { description: 'The node of the step.' })
  nodeId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The index of the item in a loop, `0.2` in nested loops; null outside of loops.',
  })
  iteration!: string | null;

  @Field(() => String, { description: 'The name of the node.' })
  name!: string;

  @Field(() => String, { description: 'The type of the node.' })
  nodeType!: string;

  @Field(() => StepComparison, { description: 'How it compares with the recorded step.' })
  comparison!: StepComparison;

  @Field(() => StepStatusName, {
    nullable: true,
    description: 'The recorded status; null if the execution did not reach the node.',
  })
  statusBefore!: StepStatusName | null;

  @Field(() => StepStatusName, {
    nullable: true,
    description: 'The status in the replay; null if the replay does not reach the node.',
  })
  statusAfter!: StepStatusName | null;

  @Field(() => [ReplayedChange], { description: 'What is different, at most 10 values.' })
  changes!: ReplayedChange[];
}

@ObjectType({ simpleResolvers: true, description: 'The numbers of steps of a replay, by how they compare.' })
export class ReplayedStepCounts {
  @Field(() => Int, { description: 'Steps that are the same.' })
  same!: number;

  @Field(() => Int, { description: 'Steps with changes.' })
  changed!: number;

  @Field(() => Int, { description: 'Steps that only the replay has.' })
  added!: number;

  @Field(() => Int, { description: 'Steps that only the execution has.' })
  removed!: number;

  @Field(() => Int, { description: 'Steps whose effect or wait was not recorded.' })
  unrecorded!: number;
}

@ObjectType({ simpleResolvers: true, description: 'An execution, compared with its replay.' })
export class ReplayedExecution {
  @Field(() => ID, { description: 'The execution.' })
  executionId!: string;

  @Field(() => Int, { description: 'The version of the flow that the execution ran.' })
  flowVersion!: number;

  @Field(() => DateTime, { description: 'When the execution was created.' })
  createdAt!: Date;

  @Field(() => ReplayResult, { description: 'How the replay compares with the execution.' })
  result!: ReplayResult;

  @Field(() => NotReplayedReason, { nullable: true, description: 'Why it was not replayed; null if it was.' })
  reason!: NotReplayedReason | null;

  @Field(() => ExecutionStatusName, { description: 'The status of the execution.' })
  statusBefore!: ExecutionStatusName;

  @Field(() => ExecutionStatusName, {
    nullable: true,
    description: 'The status with which the replay ends; null without a replay.',
  })
  statusAfter!: ExecutionStatusName | null;

  @Field(() => ExecutionError, { nullable: true, description: 'Why the execution failed; null if it did not.' })
  errorBefore!: EngineError | null;

  @Field(() => ExecutionError, { nullable: true, description: 'Why the replay fails; null if it does not.' })
  errorAfter!: EngineError | null;

  @Field(() => ReplayedStep, {
    nullable: true,
    description: 'The first step that is not the same; null if every step is.',
  })
  firstDivergence!: ReplayedStep | null;

  @Field(() => ReplayedStepCounts, { description: 'How many steps compare in which way.' })
  counts!: ReplayedStepCounts;

  @Field(() => [ReplayedStep], {
    description: 'The steps in the order of their end, at most 200: those that are the same are left out first.',
  })
  steps!: ReplayedStep[];
}

@ObjectType({ simpleResolvers: true, description: 'The draft of a flow, compared with what its executions recorded.' })
export class ShadowReplay {
  @Field(() => ReplayedContent, { description: 'What was replayed.' })
  content!: ReplayedContent;

  @Field(() => Int, { description: 'The current version of the flow.' })
  flowVersion!: number;

  @Field(() => String, { nullable: true, description: 'The `revision` of the draft; null without one.' })
  draftRevision!: string | null;

  @Field(() => Int, { description: 'Executions whose replay is the same.' })
  same!: number;

  @Field(() => Int, { description: 'Executions whose replay is different.' })
  different!: number;

  @Field(() => Int, { description: 'Executions that could not be replayed.' })
  notReplayed!: number;

  @Field(() => [ReplayedExecution], { description: 'The executions: as they were named, or the newest first.' })
  executions!: ReplayedExecution[];
}
