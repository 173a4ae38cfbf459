import { Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { HasJsonForm } from '../../../../platform/graphql/json-form.js';
import { OmitNull } from '../../../../platform/graphql/omit-null.js';
import { Decimal, JsonObject } from '../../../../platform/graphql/scalars.js';
import type { FlowSettings } from './flow-content.js';
import { FlowControlObject } from './flow-control.object.js';
import { TriggerTypeName } from './flow-enums.js';
import { HoldSettingsObject } from './flow-hold.js';
import { FlowRetentionObject } from './flow-retention.js';
import { readTriggerConfig, TriggerConfig } from './trigger-config.object.js';
import { triggerConfigForm } from './trigger-config-form.js';

/** The settings of a flow as flows, their versions, drafts, files and templates show them. */
@OmitNull()
@ObjectType('FlowSettings', { simpleResolvers: true, description: 'How a flow starts, and its limits.' })
export class FlowSettingsObject implements Omit<FlowSettings, 'triggerConfig'> {
  @Field(() => TriggerTypeName, { description: 'How the flow starts.' })
  triggerType!: TriggerType;

  @Field(() => Int, { description: 'Seconds that an execution may run.' })
  timeout!: number;

  @Field(() => Int, { description: 'Executions that may be active at the same time.' })
  maxConcurrent!: number;

  @Field(() => String, { nullable: true, description: 'Free text.' })
  environment?: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Credits that executions may spend in a day in the time zone of the workspace, as a decimal.',
  })
  dailyBudget?: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Credits that executions may spend in a month in the time zone of the workspace, as a decimal.',
  })
  monthlyBudget?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The flow that starts when an execution of this flow fails. Null for the default of the workspace.',
  })
  errorFlowId?: string;

  @Field(() => FlowRetentionObject, {
    nullable: true,
    description: 'How long ended executions are kept. Null for as long as the server keeps them.',
  })
  retention?: FlowRetentionObject;

  @Field(() => FlowControlObject, {
    nullable: true,
    description: 'How many executions may run, by a key of their trigger data. Null for no limit but `maxConcurrent`.',
  })
  control?: FlowControlObject;

  @Field(() => HoldSettingsObject, {
    nullable: true,
    description: 'When later executions wait before a node at which others failed. Null for never.',
  })
  hold?: HoldSettingsObject;
}

@Resolver(() => FlowSettingsObject)
export class FlowSettingsResolver {
  @FieldResolver(() => TriggerConfig, {
    description: 'The configuration of the trigger. Fields whose values are not valid yet are null.',
  })
  triggerConfig(@Root() { triggerType, triggerConfig }: FlowSettings): TriggerConfig {
    return readTriggerConfig(triggerType, triggerConfig);
  }

  @FieldResolver(() => JsonObject, {
    description:
      'The configuration of the trigger as it is stored: the fields that were set. JSON, because a flow that is not active may contain any values.',
  })
  @HasJsonForm(triggerConfigForm)
  storedTriggerConfig(@Root() { triggerConfig }: FlowSettings): Record<string, unknown> {
    return triggerConfig;
  }
}
