import { Field, ID, ObjectType } from 'type-graphql';
import { Day } from '../../../../platform/graphql/scalars.js';
import type { Period } from '../counts/period.js';

/** The root of the fields below. */
@ObjectType({
  description: 'Analytics of the last days, including today, by days in the time zone of the workspace.',
})
export class WorkspaceAnalytics {
  @Field(() => ID)
  workspaceId!: string;
  period!: Period;

  /** `analytics:WORKSPACE:FROM:TO`. Clients that keep records by their ID keep all parts of it together. */
  @Field(() => ID)
  id!: string;

  @Field(() => Day, { description: 'First day of the period, for example 2026-11-21.' })
  from!: string;

  @Field(() => Day, { description: 'Last day of the period.' })
  to!: string;
}
