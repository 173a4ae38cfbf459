import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { must } from '../../../../platform/errors/violation-words.js';
import { FilterArgs } from '../../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import type { FurtherViolations } from '../../../../platform/graphql/input-rules.js';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { DateOrTime, FilterId } from '../../../../platform/graphql/list-rules.js';
import { defineSortKeys, ListArgs, PageArgs, SortBy } from '../../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../../platform/graphql/scalars.js';
import { Uuid } from '../../../../platform/graphql/text-rules.js';
import { FlowDefinitionInput, violationsOfChange } from '../../flows/index.js';
import { executionFilter } from './execution.filter.js';
import { ExecutionPhase, ExecutionStatusName, ExecutionTriggerName, StepStatusName } from './execution-enums.js';

export const executionSort = defineSortKeys(
  'ExecutionSortKey',
  'executions',
  ['createdAt', 'startedAt', 'durationMs'],
  'createdAt',
);

@FilterArgs(executionFilter)
@ArgsType()
export class FlowExecutionListArgs extends ListArgs {
  @SortBy(executionSort)
  override sortBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description: searchText('the present name of the flow; or the whole ID of an execution'),
  })
  search?: string | null;

  @Field(() => ExecutionStatusName, {
    nullable: true,
    description: 'Only executions with this status',
  })
  status?: string | null;

  @Field(() => ExecutionTriggerName, {
    nullable: true,
    description: 'Only executions that were started in this way',
  })
  trigger?: string | null;

  @Field(() => ExecutionPhase, { nullable: true, description: 'Only executions in this phase' })
  phase?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Created at or after this ISO 8601 time, or on or after this date (UTC)',
  })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Created at or before this ISO 8601 time, or on or before this date (UTC)',
  })
  @DateOrTime()
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only executions that failed with an error of this code',
  })
  errorCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only executions that failed at this node',
  })
  nodeId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Only executions of this version of the flow',
  })
  flowVersion?: number | null;
}

@ArgsType()
export class ExecutionListArgs extends FlowExecutionListArgs {
  @Field(() => ID, { nullable: true })
  @FilterId()
  flowId?: string | null;
}

@ArgsType()
export class StepListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Only steps of this node' })
  nodeId?: string | null;

  @Field(() => StepStatusName, { nullable: true, description: 'Only steps with this status' })
  status?: StepStatusName | null;
}

@InputType({ description: 'What an execution starts with.' })
export class TriggerFlowInput {
  @Field(() => JsonObject, {
    nullable: true,
    description: '`triggerData` of the execution. Defaults to `{}`',
  })
  triggerData?: Record<string, unknown> | null;

  @Field(() => String, { nullable: true, description: 'ID of the node to start at. Defaults to the trigger' })
  startNodeId?: string | null;
}

@InputType({
  description:
    'How a flow is simulated. With `nodes`, `edges`, `variables` or `settings`, content that is not saved runs; what is not sent is that of the flow. That requires `flows:write`',
})
export class SimulateFlowInput extends FlowDefinitionInput implements FurtherViolations {
  @Field(() => JsonObject, {
    nullable: true,
    description:
      '`triggerData` of the execution. Defaults to the pinned data of the trigger node, the trigger data of `fromExecutionId`, or the `sample` of the trigger node',
  })
  triggerData?: Record<string, unknown> | null;

  @Field(() => String, { nullable: true, description: 'ID of the node to start at. Defaults to the trigger' })
  startNodeId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'ID of the node to end with. Only the nodes that lead to it run, and only these must be valid. Defaults to the whole flow',
  })
  untilNodeId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'An execution whose recorded data answers instead of running nodes: all nodes before `untilNodeId` or, without it, nodes with effects. What is redacted there stays redacted. Mocks and pinned data take precedence',
  })
  @IsOptional()
  @Uuid({ message: `$property ${must.name('an execution')}` })
  fromExecutionId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The flow that content belongs to, if it is not an argument: its secrets, settings and name apply. Defaults to that of `fromExecutionId`; without either, `nodes` is required',
  })
  @IsOptional()
  @Uuid({ message: `$property ${must.name('a flow')}` })
  flowId?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      "Outputs by node ID, used instead of running the nodes. `{handle, output}` with one of the node's handles also selects the handle by which the step continues",
  })
  mocks?: Record<string, unknown> | null;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

export const RetryFrom = defineEnum('RetryFrom', 'Where a retry starts', {
  start: 'Runs all steps again',
  failed: 'Keeps the completed steps and continues at those that failed',
  step: 'Keeps the completed steps, except that of `nodeId` and those after it, which run again',
});
export type RetryFrom = keyof typeof RetryFrom;

export const RetryVersion = defineEnum('RetryVersion', 'Which version of the flow a retry runs', {
  same: 'The version of the retried execution',
  current:
    'The current version. Steps are kept of nodes that it has with the same type and handles, inside the same loops',
});
export type RetryVersion = keyof typeof RetryVersion;

@InputType({ description: 'How an execution is retried.' })
export class RetryExecutionInput {
  @Field(() => RetryFrom, {
    nullable: true,
    description:
      'Where to start. Defaults to `failed`, or to `start` if the execution completed or `triggerData` is sent',
  })
  from?: RetryFrom | null;

  @Field(() => String, {
    nullable: true,
    description: 'ID of the node that runs again with `from: "step"`: one that has run, outside of loops',
  })
  nodeId?: string | null;

  @Field(() => RetryVersion, { nullable: true, description: 'The version of the flow to run. Defaults to `same`' })
  version?: RetryVersion | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Other trigger data than that of the execution. Only allowed with `from: "start"`',
  })
  triggerData?: Record<string, unknown> | null;
}
