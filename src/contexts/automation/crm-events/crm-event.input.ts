import { ArrayMaxSize, IsIn } from 'class-validator';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { crmEventNames } from '../../../nodes/index.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A kind of event in the CRM that flows can be subscribed to' })
export class CrmEventTypeEntry {
  @Field(() => String)
  type!: string;

  @Field(() => String)
  label!: string;

  @Field(() => String, { description: 'What it happens to' })
  entity!: string;

  @Field(() => Boolean, { description: 'Whether a subscription can be narrowed by conditions' })
  acceptsConditions!: boolean;

  @Field(() => Boolean, { description: 'Whether a subscription must name a pipeline' })
  requiresPipeline!: boolean;

  @Field(() => Boolean, { description: 'Whether a subscription can be narrowed to a pipeline' })
  acceptsPipeline!: boolean;
}

@InputType()
export class SubscribeFlowInput {
  @Field(() => String, { description: 'One of the listed event types' })
  @IsIn(crmEventNames, { message: `$property is one of: ${crmEventNames.join(', ')}.` })
  eventType!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Needed for opportunity.created; narrows the other events of opportunities; refused elsewhere',
  })
  pipelineId?: string | null;

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'All must hold: {left, operator, right}; `left` is usually an expression on the event',
  })
  @IfSent()
  @ArrayMaxSize(50)
  conditions?: Record<string, unknown>[];
}
