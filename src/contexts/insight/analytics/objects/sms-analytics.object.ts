import { Field, Float, Int, ObjectType } from 'type-graphql';
import { BigIntCount, Day } from '../../../../platform/graphql/scalars.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

const sentText = 'SMS that the provider accepted, including those that were delivered.';

@ObjectType({ simpleResolvers: true, description: 'Number of SMS that failed for a reason.' })
export class FailureReason {
  @Field(() => String, { description: 'Code of the error.' })
  reason!: string;

  @Field(() => BigIntCount)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'SMS of one day.' })
export class SmsDay {
  @Field(() => Day, { description: 'Day in the time zone of the workspace, for example 2026-11-21.' })
  date!: string;

  @Field(() => Int, { description: sentText })
  sent!: number;

  @Field(() => Int, { description: 'SMS that were delivered.' })
  delivered!: number;

  @Field(() => Int, { description: 'SMS that failed.' })
  failed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'SMS of the period.' })
export class SmsAnalytics extends AnalyzedPeriod {
  @Field(() => BigIntCount, { description: sentText })
  sent!: number;

  @Field(() => BigIntCount, { description: 'SMS that were delivered.' })
  delivered!: number;

  @Field(() => BigIntCount, { description: 'SMS that failed.' })
  failed!: number;

  @Field(() => Float, { description: 'Share of failed SMS, from 0 to 1.' })
  errorRate!: number;

  @Field(() => [FailureReason], { description: 'The 20 most frequent reasons of failure.' })
  failureReasons!: FailureReason[];

  @Field(() => [SmsDay], { description: 'Every day of the period.' })
  timeline!: SmsDay[];
}
