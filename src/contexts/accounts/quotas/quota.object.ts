import { Field, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { BigIntCount, DateTime } from '../../../platform/graphql/scalars.js';
import type { QuotaName } from '../../../platform/quota-names.js';

/** The names of quotas as the GraphQL enum `QuotaName`. */
export const QuotaNames = defineEnum('QuotaName', 'What a workspace has a quota of.', {
  executionsInFlight: 'Executions that workers drive at once. Others stay queued.',
  executionsQueued: 'Executions that wait for a worker. No more are started.',
  executionsStartedPerMinute:
    'Executions started per minute. Further API and webhook calls are refused; executions of events, schedules and other executions are queued until a minute has room.',
  descendantsOfRoot:
    'Executions that one execution starts by calls and events, directly and indirectly. No more are started.',
  storageBytes: 'Bytes of stored files, large values and state. No more are stored.',
  stateEntries: 'Entries in the state of flows, with those that expired in the last minutes. No more are created.',
} satisfies Record<QuotaName, string>);

@ObjectType({ simpleResolvers: true, description: 'A quota of a workspace and its use.' })
export class Quota {
  @Field(() => QuotaNames)
  name!: QuotaName;

  @Field(() => BigIntCount, { description: 'The highest use that is allowed.' })
  limit!: number;

  @Field(() => BigIntCount, {
    description:
      'The use now; for executionsStartedPerMinute the starts of the last 60 seconds, for descendantsOfRoot the use of the execution with the most, of the last 24 hours.',
  })
  used!: number;

  @Field(() => BigIntCount, { description: 'How often the quota was reached, and something was refused.' })
  refused!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the quota was last reached. Null if it never was.' })
  refusedAt?: Date | null;
}
