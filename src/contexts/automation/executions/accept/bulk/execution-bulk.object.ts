import { ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DateOrTime, FilterId } from '../../../../../platform/graphql/list-rules.js';
import { DateTime, JsonObject } from '../../../../../platform/graphql/scalars.js';
import { RetryFrom, RetryVersion } from '../../store/execution.input.js';
import { ExecutionStatusName } from '../../store/execution-enums.js';

/** Executions retried or cancelled by one request. */
export const executionsAtMost = 100;

@InputType({ description: 'The executions to retry or cancel. All conditions that are sent must be met.' })
export class ExecutionBulkFilterInput {
  @Field(() => ID, { nullable: true, description: 'The flow of the executions.' })
  @FilterId()
  flowId?: string | null;

  @Field(() => ExecutionStatusName, {
    nullable: true,
    description:
      'The status of the executions. A retry accepts ended ones, by default `failed`; a cancellation `running`.',
  })
  status?: 'running' | 'completed' | 'failed' | 'cancelled' | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Created at or after this ISO 8601 time; a date stands for the start of its UTC day.',
  })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Created at or before this ISO 8601 time; a date stands for the end of its UTC day.',
  })
  @DateOrTime()
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The code of the error that ended the executions. Not for a cancellation.',
  })
  errorCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The node at which the executions ended; for a cancellation the node at which they are.',
  })
  nodeId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version of the flow that the executions ran.' })
  flowVersion?: number | null;
}

@InputType({ description: 'Which executions to retry or cancel, at most 100 in one request.' })
export class ExecutionBulkInput {
  @Field(() => ExecutionBulkFilterInput, { description: 'The executions. An empty object means all.' })
  @ValidateNested()
  filter!: ExecutionBulkFilterInput;

  @Field(() => ID, { nullable: true, description: 'The `next` of the previous request, to continue with the others.' })
  @FilterId()
  after?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to count the executions only. Defaults to false.' })
  dryRun?: boolean | null;

  @Field(() => RetryFrom, {
    nullable: true,
    description:
      'Where each retry starts. Defaults to `failed`, or to `start` for a completed execution or with `triggerData`. Not for a cancellation.',
  })
  from?: RetryFrom | null;

  @Field(() => String, {
    nullable: true,
    description:
      'ID of the node that runs again with `from: "step"`. Executions in which it has not run are left as they are. Not for a cancellation.',
  })
  nodeId?: string | null;

  @Field(() => RetryVersion, {
    nullable: true,
    description: 'The version of its flow that each retry runs. Defaults to `same`. Not for a cancellation.',
  })
  version?: RetryVersion | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Other trigger data than that of the executions. Only allowed with `from: "start"`. Not for a cancellation.',
  })
  triggerData?: Record<string, unknown> | null;
}

@ObjectType({ simpleResolvers: true, description: 'An execution that could not be retried or cancelled.' })
export class SkippedExecution {
  @Field(() => ID, { description: 'The execution.' })
  executionId!: string;

  @Field(() => String, { description: 'The code of the error.' })
  code!: string;

  @Field(() => String, { description: 'Why it was left as it is.' })
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The result of retrying or cancelling several executions.' })
export class ExecutionBulkResult {
  @Field(() => Int, {
    description: 'The number of executions that were retried or cancelled; with `dryRun`, of those that match.',
  })
  count!: number;

  @Field(() => [ID], {
    nullable: true,
    description: 'The executions that a retry started, or that were cancelled. Null with `dryRun`.',
  })
  executionIds?: string[] | null;

  @Field(() => [SkippedExecution], {
    nullable: true,
    description: 'Those that were left as they are. Null with `dryRun`.',
  })
  skipped?: SkippedExecution[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Send it as `after` to continue with the other executions; null at the end.',
  })
  next?: string | null;
}
