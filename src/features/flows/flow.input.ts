import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
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
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { type TriggerType, triggerTypes } from '../../engine/node-shape.js';
import type { ErrorDetail } from '../../platform/errors.js';
import { IfSent } from '../../platform/graphql/if-sent.js';
import type { FurtherFaults } from '../../platform/graphql/input-rules.js';
import { ListArgs } from '../../platform/graphql/page.js';
import { Json, JsonObject } from '../../platform/graphql/scalars.js';
import { faultsOfChange, faultsOfNewFlow } from './content-faults.js';
import { variableScopes, variableTypes } from './flow-content.js';

const notBlank = { message: '$property must not be blank.' };

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

@InputType()
export class CreateFlowInput extends FlowContentInput implements FurtherFaults {
  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name!: string;

  furtherFaults(): ErrorDetail[] {
    return faultsOfNewFlow(this);
  }
}

@InputType({ description: 'Only what is sent changes' })
export class UpdateFlowInput extends FlowContentInput implements FurtherFaults {
  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  @Field(() => Boolean, { nullable: true, description: 'Activates or pauses the flow' })
  @IfSent()
  @IsBoolean()
  isActive?: boolean;

  @Field(() => Int, { nullable: true, description: 'The version that was loaded; another one refuses the change' })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;

  furtherFaults(): ErrorDetail[] {
    return faultsOfChange(this);
  }
}

@InputType({ description: 'How a copy is called and where it goes' })
export class CopyFlowInput {
  @Field(() => String, { nullable: true, description: "The original's name when left out" })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  @Field(() => ID, { nullable: true, description: "null: in no folder; left out: the original's, where it has one" })
  folderId?: string | null;
}

@InputType()
export class RestoreFlowVersionInput {
  @Field(() => Int, { nullable: true, description: 'The version that was loaded; another one refuses the change' })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;
}

@ArgsType()
export class FlowListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'active or paused' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: "A folder's id, or none for flows in no folder" })
  folderId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => String, { nullable: true, description: triggerTypes.join(', ') })
  triggerType?: string | null;

  @Field(() => String, { nullable: true, description: 'In name, description and tags' })
  search?: string | null;
}
