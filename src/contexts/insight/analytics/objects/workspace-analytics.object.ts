import { Field, ObjectType } from 'type-graphql';
import type { Period } from '../counts/period.js';

/** The root of the fields below. */
@ObjectType({
  description: 'Analytics of the last days, including today, by days in the time zone of the workspace.',
})
export class WorkspaceAnalytics {
  workspaceId!: string;
  period!: Period;

  @Field(() => String, { description: 'First day of the period, for example 2026-11-21.' })
  from!: string;

  @Field(() => String, { description: 'Last day of the period.' })
  to!: string;
}
