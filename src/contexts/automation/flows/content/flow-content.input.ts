import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { type TriggerType, triggerTypes } from '../../../../engine/node-shape.js';
import { Changes, IfSent } from '../../../../platform/graphql/if-sent.js';
import { Decimal, Json } from '../../../../platform/graphql/scalars.js';
import { Length, MaxLength, OneLine, Uuid } from '../../../../platform/graphql/text-rules.js';
import { IsBudget } from '../../../../platform/metering/is-budget.js';
import { variableScopes, variableTypes } from './flow-content.js';
import { FlowControlInput } from './flow-control.input.js';
import { TriggerTypeName, VariableScopeName, VariableTypeName } from './flow-enums.js';
import { FlowEdgeInput, FlowNodeInput } from './flow-graph.input.js';
import { HoldSettingsInput } from './flow-hold.js';
import { FlowRetentionInput } from './flow-retention.js';
import { graphDescriptions } from './graph-descriptions.js';
import { TriggerConfigInput } from './trigger-config.input.js';

@InputType({ description: 'A variable of a flow.' })
export class FlowVariableInput {
  @Field(() => String, {
    description:
      'Unique in the flow. At most 100 letters, digits and underscores; the first character must not be a digit.',
  })
  @Matches(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, {
    message:
      'name must consist of at most 100 letters, digits and underscores; the first character must not be a digit.',
  })
  name!: string;

  @Field(() => Json, { nullable: true, description: 'A value of the type `type`, or null. Defaults to null.' })
  value?: unknown;

  @Field(() => VariableTypeName, {
    nullable: true,
    description: 'The type of the value; `json` accepts any value. Defaults to the type of the value, `json` for null.',
  })
  @IfSent()
  @IsIn(variableTypes)
  type?: string;

  @Field(() => VariableScopeName, {
    nullable: true,
    description: 'With `flow`, each execution starts with `value`. Defaults to `flow`.',
  })
  @IfSent()
  @IsIn(variableScopes)
  scope?: string;
}

@InputType({ description: 'Settings of a flow. Keys that are not sent have their defaults.' })
export class FlowSettingsInput {
  @Field(() => TriggerTypeName, {
    nullable: true,
    description: 'How the flow starts. Defaults to the type of the trigger node, or `manual` without one.',
  })
  @IfSent()
  @IsIn(triggerTypes)
  triggerType?: TriggerType;

  @Field(() => TriggerConfigInput, {
    nullable: true,
    description: 'The configuration of the trigger, also written into the trigger node.',
  })
  @IfSent()
  @IsObject()
  triggerConfig?: TriggerConfigInput | Record<string, unknown>;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds that an execution may run, at least 1. Defaults to 300, at most 86400.',
  })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(86_400)
  timeout?: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Executions that may be active at the same time, at least 1. Defaults to 10, at most 1000.',
  })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(1000)
  maxConcurrent?: number;

  @Field(() => String, { nullable: true, description: 'Free text, at most 200 characters; null removes it.' })
  @IsOptional()
  @MaxLength(200)
  environment?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'Credits that executions of the flow may spend in a day in the time zone of the workspace, as a decimal, for example `10` or `0.5`; null removes it.',
  })
  @IsBudget()
  dailyBudget?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'Credits that executions of the flow may spend in a month in the time zone of the workspace, as a decimal; null removes it.',
  })
  @IsBudget()
  monthlyBudget?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The flow that starts when an execution of this flow fails, whatever its trigger, with the failure as its trigger data; null for the default of the workspace.',
  })
  @IsOptional()
  @Uuid({ message: 'errorFlowId must be the ID of a flow, or null for none.' })
  errorFlowId?: string | null;

  @Field(() => FlowRetentionInput, {
    nullable: true,
    description:
      'How long ended executions are kept, with their steps and values; null for as long as the server keeps them.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  retention?: FlowRetentionInput | null;

  @Field(() => FlowControlInput, {
    nullable: true,
    description: 'How many executions may run, by a key of their trigger data. Replaced as a whole; null removes it.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  control?: FlowControlInput | null;

  @Field(() => HoldSettingsInput, {
    nullable: true,
    description:
      'When later executions wait before a node at which others failed for one cause, until they are released. Replaced as a whole; null removes it.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  hold?: HoldSettingsInput | null;
}

@Changes()
@InputType({ description: 'Settings of a flow to change. Keys that are not sent stay as they are.' })
export class UpdateFlowSettingsInput extends FlowSettingsInput {}

/** What a flow runs: the fields that flows and their drafts share. */
@InputType()
export class FlowDefinitionInput {
  @Field(() => [FlowNodeInput], { nullable: true, description: graphDescriptions.nodes })
  @IfSent()
  @IsArray()
  nodes?: FlowNodeInput[];

  @Field(() => [FlowEdgeInput], { nullable: true, description: graphDescriptions.edges })
  @IfSent()
  @IsArray()
  edges?: FlowEdgeInput[];

  @Field(() => [FlowVariableInput], { nullable: true, description: 'Variables of the flow, at most 200.' })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested()
  variables?: FlowVariableInput[];

  @Field(() => FlowSettingsInput, { nullable: true, description: 'How the flow starts, and its limits.' })
  @IfSent()
  @IsObject()
  @ValidateNested()
  settings?: FlowSettingsInput;
}

/** The fields that flows, their files and templates share. */
@InputType()
export class FlowGraphInput extends FlowDefinitionInput {
  @Field(() => String, { nullable: true, description: 'Free text, at most 5000 characters.' })
  @IsOptional()
  @MaxLength(5000)
  description?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: `${graphDescriptions.tags} At most 50, of 1 to 100 characters each.`,
  })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(50)
  @Length(1, 100, { each: true })
  @OneLine({ each: true })
  tags?: string[];
}

export const folderMessage = 'folderId must be the ID of a folder in this workspace, or null for none.';

/** The fields that create and update share. */
@InputType()
export class FlowContentInput extends FlowGraphInput {
  @Field(() => ID, { nullable: true, description: 'The folder of the flow; null for none.' })
  @IsOptional()
  @Uuid({ message: folderMessage })
  folderId?: string | null;
}
