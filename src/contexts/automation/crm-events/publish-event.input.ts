import { IsOptional, Matches, Max, Min, ValidateIf } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { customEventPattern, longestCustomEvent } from '../../../nodes/index.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { businessRule, MaxLength } from '../../../platform/graphql/text-rules.js';

const mostBytes = 256 * 1024;
const mostSeconds = 24 * 3_600;

/** An object whose JSON has a maximum number of bytes. */
function BoundedJson(most: number): PropertyDecorator {
  const fits = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '') <= most;
  return businessRule('TOO_MANY_BYTES', fits, `$property must have at most ${most} bytes as JSON.`);
}

const isSent = (_input: unknown, value: unknown) => value !== undefined && value !== null;

@InputType({ description: 'An event that a caller publishes.' })
export class PublishEventInput {
  @Field(() => String, {
    description: `The type: \`custom.\` and a name of letters, digits, \`.\`, \`_\` and \`-\`, for example \`custom.order_paid\`. At most ${longestCustomEvent} characters.`,
  })
  @Matches(customEventPattern, {
    message: '$property must be custom. and a name of letters, digits, ., _ and -, for example custom.order_paid.',
  })
  @MaxLength(longestCustomEvent)
  type!: string;

  @Field(() => JsonObject, { description: 'What flows and webhooks get as `data`. At most 256 KiB as JSON.' })
  @BoundedJson(mostBytes)
  data!: Record<string, unknown>;

  @Field(() => String, {
    nullable: true,
    description:
      'What the event is about, for example the ID of an order: `wait.event` can require it, and webhooks get events with the same key in order. 1 to 200 characters.',
  })
  @ValidateIf(isSent)
  @Matches(/^\S([\s\S]{0,198}\S)?$/, {
    message: '$property must have 1 to 200 characters, without spaces around them.',
  })
  key?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The ID of the event, unique in the workspace for 30 days; the same event with the same ID is published once. 1 to 100 letters, digits, `_`, `-` and `:`. Defaults to a new one.',
  })
  @ValidateIf(isSent)
  @Matches(/^[A-Za-z0-9_:-]{1,100}$/, { message: '$property must be 1 to 100 letters, digits, _, - and :.' })
  id?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds within which a `wait.event` that begins later gets the event, too. From 0 to 86400, defaults to 0.',
  })
  @IsOptional()
  @Min(0)
  @Max(mostSeconds)
  ttlSeconds?: number | null;
}

@ObjectType('PublishedEvent', { simpleResolvers: true, description: 'A published event.' })
export class PublishedEventAnswer {
  @Field(() => String, { description: 'The `id` that was sent, or a new one.' })
  eventId!: string;

  @Field(() => [ID], { description: 'The executions that it started.' })
  executionIds!: string[];
}
