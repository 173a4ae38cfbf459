import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { type TriggerType, triggerTypes } from '../../../../engine/node-shape.js';
import { IfSent } from '../../../../platform/graphql/if-sent.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { variableScopes, variableTypes } from './flow-content.js';

@InputType({ description: "One of the flow's own variables" })
export class FlowVariableInput {
  @Field(() => String, { description: 'Letters, digits and underscore, no digit first' })
  @Matches(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, {
    message: 'name is an identifier: letters, digits and underscore, no digit first, at most 100 characters.',
  })
  name!: string;

  @Field(() => Json, { nullable: true })
  value?: unknown;

  @Field(() => String, { nullable: true, description: `${variableTypes.join(', ')}; the value's own when left out` })
  @IfSent()
  @IsIn(variableTypes)
  type?: string;

  @Field(() => String, { nullable: true, description: 'flow (a default value for each run) or execution' })
  @IfSent()
  @IsIn(variableScopes)
  scope?: string;
}

@InputType({ description: 'Keys that are left out stay as they are' })
export class FlowSettingsInput {
  @Field(() => String, { nullable: true, description: triggerTypes.join(', ') })
  @IfSent()
  @IsIn(triggerTypes)
  triggerType?: TriggerType;

  @Field(() => JsonObject, { nullable: true, description: "The trigger's own facts; written into the trigger node" })
  @IfSent()
  @IsObject()
  triggerConfig?: Record<string, unknown>;

  @Field(() => Int, { nullable: true, description: 'Seconds of running time, 1 to 86400; 300 on a new flow' })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(86_400)
  timeout?: number;

  @Field(() => Int, { nullable: true, description: 'Runs active at once, 1 to 1000; 10 on a new flow' })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(1000)
  maxConcurrent?: number;

  @Field(() => String, { nullable: true, description: 'Free text; null removes it' })
  @IsOptional()
  @MaxLength(200)
  environment?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Credits that its runs may spend in a day of the workspace, as a decimal: '10' or '0.5'; null removes it",
  })
  @IsOptional()
  @Matches(/^\d{1,12}(\.\d{1,6})?$/, { message: "dailyBudget is a decimal of at most six places, as '10' or '0.5'." })
  dailyBudget?: string | null;
}

/** What flows, their files and templates share. */
@InputType()
export class FlowGraphInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  description?: string | null;

  @Field(() => [JsonObject], { nullable: true, description: "In React Flow's format" })
  @IfSent()
  @IsArray()
  nodes?: Record<string, unknown>[];

  @Field(() => [JsonObject], { nullable: true, description: "In React Flow's format" })
  @IfSent()
  @IsArray()
  edges?: Record<string, unknown>[];

  @Field(() => [FlowVariableInput], { nullable: true })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested()
  variables?: FlowVariableInput[];

  @Field(() => FlowSettingsInput, { nullable: true })
  @IfSent()
  @IsObject()
  @ValidateNested()
  settings?: FlowSettingsInput;

  @Field(() => [String], { nullable: true })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(50)
  @Length(1, 100, { each: true })
  tags?: string[];
}

/** What create and update share. */
@InputType()
export class FlowContentInput extends FlowGraphInput {
  @Field(() => ID, { nullable: true, description: 'null: in no folder' })
  folderId?: string | null;
}
