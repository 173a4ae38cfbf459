import { Field, ID, ObjectType } from 'type-graphql';
import type { Period } from '../counts/period.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

/** The root of the fields below. */
@ObjectType({
  description: 'Analytics of the last days, including today, by days in the time zone of the workspace.',
})
export class WorkspaceAnalytics extends AnalyzedPeriod {
  @Field(() => ID)
  workspaceId!: string;
  days!: Period;

  /** `analytics:WORKSPACE:FROM:TO`. Clients that keep records by their ID keep all parts of it together. */
  @Field(() => ID)
  id!: string;
}
