import { Field, Float, ID, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true })
export class RunCounts {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  completed!: number;

  @Field(() => Float)
  failed!: number;

  @Field(() => Float)
  cancelled!: number;

  @Field(() => Float)
  running!: number;
}

@ObjectType({ simpleResolvers: true })
export class TopFlow {
  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { nullable: true, description: 'Null where neither the flow nor a run of it is left' })
  name?: string | null;

  @Field(() => Float)
  executions!: number;

  @Field(() => Float, { description: 'Completed ones of those that ended, from 0 to 1' })
  successRate!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Of runs that completed or failed; percentiles are right to 1 %' })
export class RunDuration {
  @Field(() => Float)
  averageMs!: number;

  @Field(() => Float)
  p50Ms!: number;

  @Field(() => Float)
  p95Ms!: number;
}

@ObjectType({ simpleResolvers: true })
export class RunDay {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  completed!: number;

  @Field(() => Float)
  failed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Of runs that began in the period, simulations aside' })
export class FlowAnalytics {
  @Field(() => RunCounts)
  executions!: RunCounts;

  @Field(() => Float, { description: 'Completed ones of those that ended, from 0 to 1' })
  successRate!: number;

  @Field(() => [TopFlow], { description: 'The ten that ran most' })
  topFlows!: TopFlow[];

  @Field(() => RunDuration)
  duration!: RunDuration;

  @Field(() => [RunDay])
  timeline!: RunDay[];
}
