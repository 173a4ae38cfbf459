import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true })
export class TrendOfRecords {
  @Field(() => Float, { description: 'All there are now' })
  total!: number;

  @Field(() => Float, { description: 'Of them, those made in the period' })
  new!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Against the period before, as a part of it: 0.5 is half as many more; null where there was nothing before',
  })
  change?: number | null;
}

@ObjectType({ simpleResolvers: true })
export class FlowOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  active!: number;

  @Field(() => Float, { description: 'Runs that began in the period, simulations aside' })
  executions!: number;
}

@ObjectType({ simpleResolvers: true })
export class AgentOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  active!: number;

  @Field(() => Float, { description: 'Conversations begun in the period that an assistant has' })
  sessions!: number;
}

@ObjectType({ simpleResolvers: true })
export class AppointmentOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float, { description: 'Scheduled, from now on' })
  upcoming!: number;
}

@ObjectType({ simpleResolvers: true })
export class AnalyticsOverview {
  @Field(() => TrendOfRecords)
  contacts!: TrendOfRecords;

  @Field(() => TrendOfRecords)
  conversations!: TrendOfRecords;

  @Field(() => TrendOfRecords)
  messages!: TrendOfRecords;

  @Field(() => FlowOverview)
  flows!: FlowOverview;

  @Field(() => AgentOverview)
  agents!: AgentOverview;

  @Field(() => AppointmentOverview)
  appointments!: AppointmentOverview;
}
