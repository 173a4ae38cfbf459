import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import { IfSent } from '../../../../platform/graphql/if-sent.js';
import { OmitNull } from '../../../../platform/graphql/omit-null.js';

/** Which ended executions of a flow are kept. */
export const keptExecutions = ['all', 'failures', 'none'] as const;

/** How long ended executions of a flow are kept. A type alias, because settings are records that the rules read. */
export type FlowRetention = {
  /** Days for which they are kept. Missing for as long as the server keeps them. */
  days?: number;
  /** Days for which failed ones are kept. Defaults to `days`. */
  failed?: number;
  /** Defaults to `all`. */
  keep?: (typeof keptExecutions)[number];
};

export const KeptExecutions = defineEnum('KeptExecutions', 'Which ended executions of a flow are kept.', {
  all: 'All of them.',
  failures: 'Failed ones; the others are deleted within a minute.',
  none: 'None; they are deleted within a minute.',
} satisfies Record<(typeof keptExecutions)[number], string>);

const daysAtMost = 36_500;
const descriptions = {
  days: 'Days for which ended executions are kept. Defaults to those of the server, `RETENTION_DAYS`, which is also the most.',
  failed: 'The same for failed executions. Defaults to `days`.',
  keep: 'Which ended executions are kept. Defaults to `all`.',
};

@InputType({ description: 'How long ended executions of a flow are kept, with their steps and values.' })
export class FlowRetentionInput {
  @Field(() => Int, { nullable: true, description: descriptions.days })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(daysAtMost)
  days?: number;

  @Field(() => Int, { nullable: true, description: descriptions.failed })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(daysAtMost)
  failed?: number;

  @Field(() => KeptExecutions, { nullable: true, description: descriptions.keep })
  @IfSent()
  @IsIn(keptExecutions)
  keep?: (typeof keptExecutions)[number];
}

@OmitNull()
@ObjectType('FlowRetention', { simpleResolvers: true, description: 'How long ended executions of a flow are kept.' })
export class FlowRetentionObject implements FlowRetention {
  @Field(() => Int, { nullable: true, description: descriptions.days })
  days?: number;

  @Field(() => Int, { nullable: true, description: descriptions.failed })
  failed?: number;

  @Field(() => KeptExecutions, { nullable: true, description: descriptions.keep })
  keep?: (typeof keptExecutions)[number];
}
