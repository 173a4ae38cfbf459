import { Field, Float, Int, ObjectType } from 'type-graphql';
import { BigIntCount } from '../../../../platform/graphql/scalars.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

@ObjectType({ simpleResolvers: true, description: 'A number of records and its trend.' })
export class RecordTrend {
  @Field(() => BigIntCount, { description: 'Number of records now.' })
  total!: number;

  @Field(() => BigIntCount, { description: 'Number of records that were created in the period.' })
  new!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Change of `new` against the period before, as a fraction: 0.5 is 50 % more. Null if there were none before.',
  })
  change?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'Numbers of flows.' })
export class FlowOverview {
  @Field(() => Int)
  total!: number;

  @Field(() => Int, { description: 'Number of those that are active.' })
  active!: number;

  @Field(() => BigIntCount, { description: 'Executions that began in the period, without simulations.' })
  executions!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Numbers of assistants.' })
export class AgentOverview {
  @Field(() => Int)
  total!: number;

  @Field(() => Int, { description: 'Number of those that are active.' })
  active!: number;

  @Field(() => BigIntCount, { description: 'Conversations with an assistant that began in the period.' })
  sessions!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Numbers of appointments.' })
export class AppointmentOverview {
  @Field(() => Int)
  total!: number;

  @Field(() => Int, { description: 'Scheduled appointments from now on.' })
  upcoming!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The main numbers of a workspace.' })
export class AnalyticsOverview extends AnalyzedPeriod {
  @Field(() => RecordTrend, { description: 'Contacts.' })
  contacts!: RecordTrend;

  @Field(() => RecordTrend, { description: 'Conversations.' })
  conversations!: RecordTrend;

  @Field(() => RecordTrend, { description: 'Messages of conversations.' })
  messages!: RecordTrend;

  @Field(() => FlowOverview, { description: 'Flows and their executions.' })
  flows!: FlowOverview;

  @Field(() => AgentOverview, { description: 'Assistants and their conversations.' })
  agents!: AgentOverview;

  @Field(() => AppointmentOverview, { description: 'Appointments in the calendar.' })
  appointments!: AppointmentOverview;
}
