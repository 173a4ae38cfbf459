import { Field, Float, ID, ObjectType } from 'type-graphql';
import { BigIntCount, Day } from '../../../../platform/graphql/scalars.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

@ObjectType({ simpleResolvers: true, description: 'Executions by status.' })
export class RunCounts {
  @Field(() => BigIntCount, { description: 'All executions.' })
  total!: number;

  @Field(() => BigIntCount, { description: 'Executions that completed.' })
  completed!: number;

  @Field(() => BigIntCount, { description: 'Executions that failed.' })
  failed!: number;

  @Field(() => BigIntCount, { description: 'Executions that were cancelled.' })
  cancelled!: number;

  @Field(() => BigIntCount, { description: 'Executions that have not ended.' })
  running!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A flow with many executions.' })
export class TopFlow {
  @Field(() => ID)
  flowId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the flow; null if the flow and all of its executions were deleted, and without the capability flows:read.',
  })
  name?: string | null;

  @Field(() => BigIntCount, { description: 'Executions that began in the period.' })
  executions!: number;

  @Field(() => Float, { description: 'Share of completed executions among those that ended, from 0 to 1.' })
  successRate!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Duration of executions that completed or failed; percentiles are accurate to 1 %.',
})
export class RunDuration {
  @Field(() => BigIntCount, { description: 'Average in milliseconds.' })
  averageMs!: number;

  @Field(() => BigIntCount, { description: 'Median in milliseconds.' })
  p50Ms!: number;

  @Field(() => BigIntCount, { description: '95th percentile in milliseconds.' })
  p95Ms!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Executions that began on one day.' })
export class RunDay {
  @Field(() => Day, { description: 'Day in the time zone of the workspace, for example 2026-11-21.' })
  date!: string;

  @Field(() => BigIntCount, { description: 'All executions.' })
  total!: number;

  @Field(() => BigIntCount, { description: 'Executions that completed.' })
  completed!: number;

  @Field(() => BigIntCount, { description: 'Executions that failed.' })
  failed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Executions that a trigger node of a flow started.' })
export class TriggerRuns {
  @Field(() => String, { description: 'The ID of the trigger node, which the flow may no longer have.' })
  triggerNodeId!: string;

  @Field(() => BigIntCount, { description: 'Executions that began in the period.' })
  executions!: number;

  @Field(() => BigIntCount, { description: 'Those of them that completed.' })
  completed!: number;

  @Field(() => BigIntCount, { description: 'Those of them that failed.' })
  failed!: number;

  @Field(() => BigIntCount, {
    description: 'Average duration in milliseconds of those that completed or failed; 0 without any.',
  })
  averageMs!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Executions that began in the period, without simulations.' })
export class FlowAnalytics extends AnalyzedPeriod {
  @Field(() => RunCounts, { description: 'Executions by status.' })
  executions!: RunCounts;

  @Field(() => Float, { description: 'Share of completed executions among those that ended, from 0 to 1.' })
  successRate!: number;

  @Field(() => [TopFlow], { description: 'The ten flows with the most executions.' })
  topFlows!: TopFlow[];

  @Field(() => RunDuration, { description: 'How long executions took.' })
  duration!: RunDuration;

  @Field(() => [RunDay], { description: 'Every day of the period.' })
  timeline!: RunDay[];
}
