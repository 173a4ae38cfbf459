import { Field, ObjectType } from 'type-graphql';
import { Day } from '../../../../platform/graphql/scalars.js';

/** The days that numbers are about. */
@ObjectType()
export class AnalyzedPeriod {
  @Field(() => String, {
    description: '`7d`, `30d` or `90d`: `30d` also for a period that was sent and does not exist.',
  })
  period!: string;

  @Field(() => Day, { description: 'First day of the period, for example 2026-11-21.' })
  from!: string;

  @Field(() => Day, { description: 'Last day of the period.' })
  to!: string;
}

/** Numbers without the days that they are about. */
export type NumbersOf<Analytics extends AnalyzedPeriod> = Omit<Analytics, keyof AnalyzedPeriod>;
