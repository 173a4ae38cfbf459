import { Field, ObjectType } from 'type-graphql';
import type { Period } from './period.js';

/** What the fields below are read by. */
@ObjectType({
  description: "What happened in the last days, today among them, in the days of the workspace's time zone",
})
export class WorkspaceAnalytics {
  workspaceId!: string;
  period!: Period;

  @Field(() => String, { description: 'The first day: 2026-11-21' })
  from!: string;

  @Field(() => String, { description: 'The last day' })
  to!: string;
}
