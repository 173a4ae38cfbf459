import { ArrayMaxSize, IsOptional, Matches } from 'class-validator';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { didYouMean } from '../../../engine/index.js';
import { crmEventNames, customEventPattern } from '../../../nodes/index.js';
import { must } from '../../../platform/errors/violation-words.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { Uuid } from '../../../platform/graphql/text-rules.js';

@ObjectType({ simpleResolvers: true, description: 'A type of CRM event that can start flows.' })
export class CrmEventTypeEntry {
  @Field(() => String, { description: 'The event type, for example `contact.created`.' })
  type!: string;

  @Field(() => String, { description: 'The name to show to users.' })
  label!: string;

  @Field(() => String, { description: 'The type of record that the event is about, for example `contact`.' })
  entity!: string;

  @Field(() => JsonObject, {
    description:
      'One event of the type, as flows and webhooks get it. Its fields depend on the type: see `webhooks` in `/openapi.json`.',
  })
  sample!: object;

  @Field(() => Boolean, { description: 'Whether `conditions` can be set in a subscription.' })
  acceptsConditions!: boolean;

  @Field(() => Boolean, { description: 'Whether `pipelineId` is required in a subscription.' })
  requiresPipeline!: boolean;

  @Field(() => Boolean, { description: 'Whether `pipelineId` can be set in a subscription.' })
  acceptsPipeline!: boolean;
}

const eventTypePattern = new RegExp(`^(${crmEventNames.join('|')})$|${customEventPattern.source}`);

/** What an event type must be, with the one that was probably meant. */
function unknownType({ property, value }: { property: string; value?: unknown }): string {
  const meant = typeof value === 'string' ? didYouMean(value, crmEventNames) : '';
  return `${property} must be one of: ${crmEventNames.join(', ')}, or custom.<name>.${meant}`;
}

@InputType({ description: 'The CRM event that starts a flow, and the conditions that the event must meet.' })
export class SubscribeFlowInput {
  @Field(() => String, {
    description: 'The `type` of one of the CRM event types, or `custom.<name>` for events that callers publish.',
  })
  @Matches(eventTypePattern, { message: unknownType })
  eventType!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The pipeline of the opportunity. Required for `opportunity.created`, optional for the other opportunity events, not allowed for the rest.',
  })
  @IsOptional()
  @Uuid({ message: `$property ${must.name('a pipeline')}` })
  pipelineId?: string | null;

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'Conditions on the event, each with `left`, `operator` and `right`; `left` is usually an expression, for example `{{triggerData.data.status}}`. All must be true; at most 50.',
  })
  @IfSent()
  @ArrayMaxSize(50)
  conditions?: Record<string, unknown>[];
}
