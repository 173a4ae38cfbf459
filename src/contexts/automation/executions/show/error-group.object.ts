import { IsOptional, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DateOrTime, FilterId } from '../../../../platform/graphql/list-rules.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';

/** Failed executions that one answer looks at: the newest ones. */
export const failuresAtMost = 10_000;

@ArgsType()
export class ErrorGroupArgs {
  @Field(() => ID, { nullable: true, description: 'Only executions of this flow' })
  @FilterId()
  flowId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Created at or after this ISO 8601 time, or on or after this date (UTC)',
  })
  @DateOrTime()
  from?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many to return. Defaults to 20, at most 100; higher values count as 100',
  })
  @IsOptional()
  @Min(1)
  limit?: number | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Failed executions with one cause: the same flow and version, node and error code',
})
export class ExecutionErrorGroup {
  @Field(() => ID, { description: 'The flow of the executions' })
  flowId!: string;

  @Field(() => String, { description: 'The name that the flow had at the last of them' })
  flowName!: string;

  @Field(() => Int, { description: 'The version of the flow that they ran' })
  flowVersion!: number;

  @Field(() => String, { description: 'The code of the error; see the list of error codes' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The node at which they ended; null if it was none, as for a timeout of the execution',
  })
  nodeId?: string | null;

  @Field(() => String, { description: 'The message of the last error' })
  message!: string;

  @Field(() => Int, { description: 'The number of executions' })
  count!: number;

  @Field(() => DateTime, { description: 'When the first of them was created' })
  firstAt!: Date;

  @Field(() => DateTime, { description: 'When the last of them was created' })
  lastAt!: Date;

  @Field(() => ID, { description: 'The last of them' })
  lastExecutionId!: string;

  @Field(() => [Int], {
    description: 'How many were created in each of the last 24 hours, 24 numbers, that of the present hour last',
  })
  hours!: number[];
}
